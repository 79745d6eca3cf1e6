// SPDX-License-Identifier: EUPL-1.2

/// Error: the device has no connection.
struct NoInternet: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry
        case help
    }

    let row: Row = "error/NoInternet"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/NoInternet.help", .help)),
            .illustration(.noInternet),
            .title("noInternet.title"),
            .paragraph("noInternet.text"),
            .button(.primary, "common.retry", row: "error/NoInternet.retry", .retry),
        ]
    }

    static func == (_: NoInternet, _: NoInternet) -> Bool { true }
}
