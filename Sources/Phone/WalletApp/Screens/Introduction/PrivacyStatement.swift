// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/2.1: the privacy statement.
struct PrivacyStatement: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case back
    }

    let row: Row = "UC1.1/2.1"
    var pieces: [Piece<Action>] {
        [.topBar(.back(row: "UC1.1/2.1a", .back))] + Self.text()
    }

    /// The statement itself, wherever it is read.
    static func text<Action>() -> [Piece<Action>] {
        [
            .title("privacyStatement.title"),
            .paragraph("privacyStatement.stored"),
            .paragraph("privacyStatement.shared"),
            .paragraph("privacyStatement.provider"),
            .paragraph("privacyStatement.rights"),
        ]
    }

    static func == (_: PrivacyStatement, _: PrivacyStatement) -> Bool { true }
}
