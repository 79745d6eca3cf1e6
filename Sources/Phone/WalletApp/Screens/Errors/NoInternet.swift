// SPDX-License-Identifier: EUPL-1.2

/// Error: the device has no connection.
struct NoInternet: Screen {
    /// The actions that the design lists. The way back and the settings are additions.
    enum Action: Sendable {
        case retry
        case openSettings
        case back
        case help
    }

    /// True if there is a screen to go back to, and nothing that must be finished.
    var canGoBack = false

    let row: Row = "error/NoInternet"
    var pieces: [Piece<Action>] {
        [
            canGoBack
                ? .topBar(.back(row: "extra/13a", .back), .help(row: "error/NoInternet.help", .help))
                : .topBar(.help(row: "error/NoInternet.help", .help)),
            .illustration(.noInternet),
            .title("noInternet.title"),
            .paragraph("noInternet.text"),
            .button(.primary, "common.retry", row: "error/NoInternet.retry", .retry),
            .button(.secondary, "noInternet.openSettings", row: "extra/13b", .openSettings),
        ]
    }
}
