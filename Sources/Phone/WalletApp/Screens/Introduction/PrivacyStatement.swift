// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/2.1 and UC9.2/2.1: the privacy statement.
struct PrivacyStatement: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
    }

    /// The flow that shows the screen.
    let design: String

    var row: Row { Row(design, "2.1") }
    let isSensitive = false
    let helpTopic: String? = "privacy"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: Row(design, "2.1a"), .back)),
            .title("privacyStatement.title"),
            .paragraph("privacyStatement.stored"),
            .paragraph("privacyStatement.shared"),
            .paragraph("privacyStatement.provider"),
            .paragraph("privacyStatement.rights"),
        ]
    }
}
