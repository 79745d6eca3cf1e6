// SPDX-License-Identifier: EUPL-1.2

/// UC2.3.2/1.1: explains how a new PIN gives access again. Shown only where no other Forgot PIN screen was.
struct RegainAccess: Screen {
    /// The actions that the design lists.
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
