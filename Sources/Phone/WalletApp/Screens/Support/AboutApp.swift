// SPDX-License-Identifier: EUPL-1.2

/// UC9.2/1.1: the app's purpose, publisher and version.
struct AboutApp: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case website
        case privacyStatement
        case help
        case back
    }

    let row: Row = "UC9.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.2/1.1c", .back), .help(row: "extra/2a", .help)),
            .illustration(.privacy),
            .title("aboutApp.title"),
            .paragraph("aboutApp.text"),
            .facts([Fact("help.version", AppRelease.version)]),
            .button(.secondary, "privacyConsiderations.read", row: "UC9.2/1.1b", .privacyStatement),
            .button(.text, "aboutApp.website", row: "UC9.2/1.1a", .website),
        ]
    }

    static func == (_: AboutApp, _: AboutApp) -> Bool { true }
}
