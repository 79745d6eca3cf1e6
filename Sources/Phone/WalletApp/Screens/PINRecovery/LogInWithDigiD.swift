// SPDX-License-Identifier: EUPL-1.2

/// UC2.3.2/1.2: asks for a DigiD login before a new PIN.
struct LogInWithDigiD: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case logIn, website, back, help
    }

    let row: Row = "UC2.3.2/1.2"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC2.3.2/1.2c", .back), .help(row: "UC2.3.2/1.2d", .help)),
            .illustration(.secureLogin),
            .title("digiD.logIn"),
            .paragraph("logInWithDigiD.text"),
            .button(.primary, "digiD.logIn", row: "UC2.3.2/1.2a", .logIn),
            .button(.text, "digiD.website", row: "UC2.3.2/1.2b", .website),
        ]
    }

    static func == (_: LogInWithDigiD, _: LogInWithDigiD) -> Bool { true }
}
