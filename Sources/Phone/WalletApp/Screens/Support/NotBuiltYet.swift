// SPDX-License-Identifier: EUPL-1.2

/// The honest end of what is built: the flow that should follow here does not exist yet.
struct NotBuiltYet: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back
        case menu
    }

    /// The flow that should follow.
    let design: String
    /// Whether there is something to go back to; if not, this is where an open wallet stays, and opens its menu.
    let canGoBack: Bool

    var row: Row { Row(design, "not-built") }
    var pieces: [Piece<Action>] {
        let bar: [Piece<Action>] = canGoBack ? [.topBar(.back(row: Row(design, "not-built.back"), .back))] : []
        let menu: [Piece<Action>] = [.button(.secondary, "appMenu.title", row: Row(design, "not-built.menu"), .menu)]
        return bar + [
            .illustration(.notBuilt),
            .title(Text("notBuiltYet.title.\(design)")),
            .paragraph(Text("notBuiltYet.text.\(design)")),
            .banner(.info, Text("notBuiltYet.honest", .verbatim(design))),
        ] + (canGoBack ? [] : menu)
    }
}
