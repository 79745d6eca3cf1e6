// SPDX-License-Identifier: EUPL-1.2

/// UC2.3.2/1.2: asks for a login before a new PIN.
struct LogInForNewPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case logIn, website, back, help
    }

    let row: Row = "UC2.3.2/1.2"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC2.3.2/1.2c", .back), .help(row: "UC2.3.2/1.2d", .help)),
            .illustration(.secureLogin),
            .title("login.logIn"),
            .paragraph("logInForNewPIN.text"),
            .button(.primary, "login.logIn", row: "UC2.3.2/1.2a", .logIn),
            .button(.text, "login.website", row: "UC2.3.2/1.2b", .website),
        ]
    }

    static func == (_: LogInForNewPIN, _: LogInForNewPIN) -> Bool { true }
}
