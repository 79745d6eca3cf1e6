// SPDX-License-Identifier: EUPL-1.2

/// The end of a path whose next flow is not built yet.
struct NotBuiltYet: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case back
    }

    /// The flow that would follow.
    let design: String

    var row: Row { Row(design, "not-built") }
    let helpTopic: String? = "notBuilt"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: Row(design, "not-built.back"), .back)),
            .illustration(.notBuilt),
            .title(Text("notBuiltYet.title.\(design)")),
            .paragraph(Text("notBuiltYet.text.\(design)")),
            .banner(.info, Text("notBuiltYet.honest", .verbatim(design))),
        ]
    }
}
