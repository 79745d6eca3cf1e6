// SPDX-License-Identifier: EUPL-1.2

/// UC9.1/3.1: how a wallet moves to a new phone.
struct TransferInformation: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back
    }

    let row: Row = "UC9.1/3.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.1/3.1a", .back)),
            .illustration(.transfer),
            .title("transferInformation.title"),
            .paragraph("transferInformation.text"),
            .banner(.info, "transferInformation.start"),
        ]
    }
}
