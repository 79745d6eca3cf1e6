// SPDX-License-Identifier: EUPL-1.2

/// The honest end of what is built: the flow that should follow here does not exist yet.
struct NotBuiltYet: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case back
        case about
        case logOut
        case removeData
    }

    /// The flow that should follow.
    let design: String
    /// Whether there is something to go back to; if not, this is where an open wallet stays, and offers what its menu will.
    let canGoBack: Bool

    var row: Row { Row(design, "not-built") }
    var pieces: [Piece<Action>] {
        let bar: [Piece<Action>] = canGoBack ? [.topBar(.back(row: Row(design, "not-built.back"), .back))] : []
        let menu: [Piece<Action>] = [
            .button(.secondary, "common.logOut", row: "UC9.7/2.1", .logOut),
            .button(.text, "notBuiltYet.about", row: Row(design, "not-built.about"), .about),
            .button(.destructive, "notBuiltYet.removeData", row: Row(design, "not-built.remove"), .removeData),
        ]
        return bar + [
            .illustration(.notBuilt),
            .title(Text("notBuiltYet.title.\(design)")),
            .paragraph(Text("notBuiltYet.text.\(design)")),
            .banner(.info, Text("notBuiltYet.honest", .verbatim(design))),
        ] + (canGoBack ? [] : menu)
    }
}
