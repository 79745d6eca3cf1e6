// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.1: offers to get the identity card by a login.
struct AddCardsViaLogin: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case logIn, website, help
    }

    let row: Row = "UC3.1/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC3.1/1.1c", .help)),
            .stepBar(.personalData),
            .illustration(.addingCards),
            .title("addCardsViaLogin.title"),
            .paragraph("addCardsViaLogin.text"),
            .button(.primary, "login.logIn", row: "UC3.1/1.1a", .logIn),
            .button(.text, "login.website", row: "UC3.1/1.1b", .website),
        ]
    }

    static func == (_: AddCardsViaLogin, _: AddCardsViaLogin) -> Bool { true }
}
