// SPDX-License-Identifier: EUPL-1.2

/// UC1.1/1.4: introduces the user's control over privacy.
struct PrivacyConsiderations: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back
        case next
        case readPrivacyStatement
        case help
    }

    let row: Row = "UC1.1/1.4"
    let isSensitive = false
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC1.1/1.4a", .back), .help(row: "UC1.1/1.4d", .help)),
            .stepBar(.privacy),
            .illustration(.privacy),
            .title("privacyConsiderations.title"),
            .paragraph("privacyConsiderations.text"),
            .button(.primary, "common.next", row: "UC1.1/1.4b", .next),
            .button(.text, "privacyConsiderations.read", row: "UC1.1/1.4c", .readPrivacyStatement),
        ]
    }

    static func == (_: PrivacyConsiderations, _: PrivacyConsiderations) -> Bool { true }
}
