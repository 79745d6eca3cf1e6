// SPDX-License-Identifier: EUPL-1.2

/// UC9.2/1.1: about the app.
struct AboutApp: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case website, privacyStatement, back
    }

    let row: Row = "UC9.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.2/1.1c", .back)),
            .illustration(.privacy),
            .title("common.info"),
            .paragraph("aboutApp.text"),
            .facts([Fact("help.version", AppVersion.current)]),
            .button(.secondary, "aboutApp.website", row: "UC9.2/1.1a", .website),
            .button(.text, "privacyConsiderations.read", row: "UC9.2/1.1b", .privacyStatement),
        ]
    }
}
