// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.1: offers to get the identity card by a login with DigiD.
struct AddCardsViaDigiD: Screen {
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
            .title("addCardsViaDigiD.title"),
            .paragraph("addCardsViaDigiD.text"),
            .button(.primary, "digiD.logIn", row: "UC3.1/1.1a", .logIn),
            .button(.text, "digiD.website", row: "UC3.1/1.1b", .website),
        ]
    }

    static func == (_: AddCardsViaDigiD, _: AddCardsViaDigiD) -> Bool { true }
}
