// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// PF1.4/3.1: this version is blocked, and there is no newer one yet.
struct VersionBlocked: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case help
        case toStore
    }

    let platform: Platform

    let row: Row = "PF1.4/3.1"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "PF1.4/3.1a", .help)),
            .illustration(.blocked),
            .title("versionBlocked.title"),
            .paragraph(Text("versionBlocked.text.\(platform.rawValue)")),
            .button(.primary, Text("common.toStore.\(platform.rawValue)"), row: "PF1.4/3.1b", .toStore),
        ]
    }
}
