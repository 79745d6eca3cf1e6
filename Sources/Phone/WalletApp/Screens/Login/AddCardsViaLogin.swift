// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.1: offers to get the identity card by a login.
struct AddCardsViaLogin: Screen {
    /// The actions that the design lists. The way back is an addition.
    enum Action: Sendable {
        case logIn, website, help, back
    }

    /// True if the wallet has a card already, which is obtained again: the user can leave, and nothing is set up.
    var isAgain = false

    let row: Row = "UC3.1/1.1"
    var pieces: [Piece<Action>] {
        top + [
            .illustration(.addingCards),
            .title("addCardsViaLogin.title"),
            .paragraph("addCardsViaLogin.text"),
            .button(.primary, "login.logIn", row: "UC3.1/1.1a", .logIn),
            .button(.text, "login.website", row: "UC3.1/1.1b", .website),
        ]
    }

    private var top: [Piece<Action>] {
        guard isAgain else { return [.topBar(.help(row: "UC3.1/1.1c", .help)), .stepBar(.personalData)] }
        return [.topBar(.back(row: "extra/7a", .back), .help(row: "UC3.1/1.1c", .help))]
    }
}
