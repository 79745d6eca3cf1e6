// SPDX-License-Identifier: EUPL-1.2

/// UC9.2/2.1: the privacy statement, from About.
struct PrivacyStatementOfApp: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back
    }

    let row: Row = "UC9.2/2.1"
    var pieces: [Piece<Action>] { [.topBar(.back(row: "UC9.2/2.1a", .back))] + PrivacyStatement.text() }
}
