// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// UC5.2/1.3: who asks, which number goes there, with every warning. It shows the name of the number, and no value.
struct LogInAt: Screen {
    /// The actions that the design lists, and the tick for a picture of the person.
    enum Action: Sendable {
        case login, details, help, close, stop
        case acceptPortrait
    }

    let offer: SharingOffer
    let choice: SharingChoice
    /// True if the person has ticked that the picture may be shared. Only a request for a picture needs it.
    var isPortraitAccepted = false

    let row: Row = "UC5.2/1.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.close(row: "UC5.2/1.3f", .close), .help(row: "UC5.2/1.3e", .help)),
            .title(Text("logInAt.title", offer.organization.argument)),
        ]
        let data: [Piece<Action>] = [.heading("logInAt.data")] + Piece<Action>.answers(to: offer, choice)
        return head + Piece<Action>.requester(of: offer) + data + [details] + approval
    }

    private var details: Piece<Action> {
        .list("logInAt.details", .link("logInAt.details", icon: .info, row: "UC5.2/1.3b", .details))
    }

    private var approval: [Piece<Action>] {
        let button = Piece<Action>.button(.primary, "logInAt.login", row: "UC5.2/1.3a", .login)
        let stop = Piece<Action>.button(.text, "sharing.stop", row: "UC5.2/1.3g", .stop)
        return Piece<Action>.approval(of: offer, choice, isPortraitAccepted: isPortraitAccepted, tick: .acceptPortrait, button) + [stop]
    }
}
