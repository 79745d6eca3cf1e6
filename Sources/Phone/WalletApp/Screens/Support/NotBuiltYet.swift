// SPDX-License-Identifier: EUPL-1.2

/// The honest end of what is built: the flow that should follow here does not exist yet.
struct NotBuiltYet: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back
    }

    /// The flow that should follow.
    let design: String

    var row: Row { Row(design, "not-built") }
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
