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
        [
            .topBar(.close(row: numbered("e"), .close), .help(row: numbered("d"), .help)),
            .title(Text("shareWith.title", offer.organization.argument)),
        ] + Piece.requester(of: offer) + [.heading("shareWith.data")] + Piece.answers(to: offer, choice) + swaps + [
            .list(
                "shareWith.more",
                .link(Text("aboutOrganization.title", offer.organization.argument), icon: .info, row: numbered("b"), .about),
                .link("shareWith.view", icon: .card, row: numbered("c"), .data),
                .link("sharingAgreement.title", icon: .shield, row: numbered("g"), .agreement))
        ] + Piece.approval(
            of: offer, choice, isPortraitAccepted: isPortraitAccepted, tick: .acceptPortrait,
            .button(.primary, "shareWith.share", row: numbered("a"), .share)
        ) + [.button(.text, "sharing.stop", row: numbered("f"), .stop)]
    }

    private func numbered(_ letter: String) -> Row {
        let rows = SharingRows.sharing
        return rows.row(rows.approval(of: offer) + letter)
    }

    private var swaps: [Piece<Action>] { Piece.swaps(in: offer, choice, row: numbered("h")) { .swap($0) } }
}

extension Piece {
    /// One entry for each place where the person can choose another card; nothing if there is none.
    static func swaps(
        in offer: SharingOffer, _ choice: SharingChoice, row: Row, _ action: (SharingPlace) -> Action
    ) -> [Piece] {
        let entries = offer.places(of: choice).filter { offer.canSwap($0) }.map { place -> ListEntry in
            let cards = offer.cards(at: place, of: choice).map(\.summary.name)
            let detail = cards.isEmpty ? "chooseCard.none" : Text("value.text", .texts(cards, separator: ", "))
            return .link("shareWith.swap", detail: detail, icon: .transfer, row: row, target: place.target, action(place))
        }
        return entries.isEmpty ? [] : [.list("shareWith.swap", entries)]
    }
}
