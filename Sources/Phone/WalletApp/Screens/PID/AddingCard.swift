// SPDX-License-Identifier: EUPL-1.2

/// UC3.1/1.6: the card is being issued and stored.
struct AddingCard: Screen {
    let row: Row = "UC3.1/1.6"
    let pieces: [Piece<NoAction>] = [
        .stepBar(.personalData),
        .title("addingCard.title"),
        .progress("addingCard.progress"),
    ]

    static func == (_: AddingCard, _: AddingCard) -> Bool { true }
}
