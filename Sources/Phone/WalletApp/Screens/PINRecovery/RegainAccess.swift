// SPDX-License-Identifier: EUPL-1.2

/// UC2.3.2/1.1: a new PIN gives access again. It says what the other Forgot PIN screens say, and is shown where none of them was.
struct RegainAccess: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case forgotPIN, back, help
    }

    let row: Row = "UC2.3.2/1.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC2.3.2/1.1b", .back), .help(row: "UC2.3.2/1.1c", .help)),
            .illustration(.forgotPIN),
            .title("forgotPIN.title"),
            .paragraph("forgotPIN.canCreate"),
            .button(.primary, "forgotPIN.create", row: "UC2.3.2/1.1a", .forgotPIN),
        ]
    }

    static func == (_: RegainAccess, _: RegainAccess) -> Bool { true }
}
