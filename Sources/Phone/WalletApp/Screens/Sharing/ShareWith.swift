// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.1/1.4, UC5.1/10.1: who asks, for what, from which cards, with every warning. It shows names of data, and no values.
struct ShareWith: Screen {
    /// The actions that the design lists, and the tick for a picture of the person.
    enum Action: Sendable {
        case share, about, data, agreement, help, close, stop
        case swap(SharingPlace)
        case acceptPortrait
    }

    let offer: SharingOffer
    let choice: SharingChoice
    /// True if the person has ticked that the picture may be shared. False at first, and after every change of the choice.
    var isPortraitAccepted = false

    var row: Row { numbered("") }
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.close(row: numbered("e"), .close), .help(row: numbered("d"), .help)),
            .title(Text("shareWith.title", offer.organization.argument)),
        ]
        let data: [Piece<Action>] = [.heading("shareWith.data")] + Piece<Action>.answers(to: offer, choice) + swaps
        return head + Piece<Action>.requester(of: offer) + data + [links] + approval
    }

    private var links: Piece<Action> {
        .list(
            "shareWith.more",
            .link(Text("aboutOrganization.title", offer.organization.argument), icon: .info, row: numbered("b"), .about),
            .link("shareWith.view", icon: .card, row: numbered("c"), .data),
            .link("sharingAgreement.title", icon: .shield, row: numbered("g"), .agreement))
    }

    private var approval: [Piece<Action>] {
        let button = Piece<Action>.button(.primary, "shareWith.share", row: numbered("a"), .share)
        let stop = Piece<Action>.button(.text, "sharing.stop", row: numbered("f"), .stop)
        return Piece<Action>.approval(of: offer, choice, isPortraitAccepted: isPortraitAccepted, tick: .acceptPortrait, button) + [stop]
    }

    private func numbered(_ letter: String) -> Row {
        let rows = SharingRows.sharing
        return rows.row(rows.approval(of: offer) + letter)
    }

    private var swaps: [Piece<Action>] { Piece<Action>.swaps(in: offer, choice, row: numbered("h")) { .swap($0) } }
}
