// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// PF1.4/2.1: this version is blocked, and a newer version exists.
struct UpdateNeeded: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close
        case toStore
    }

    let platform: Platform

    let row: Row = "PF1.4/2.1"
    let helpTopic: String? = "PF1.4"
    var pieces: [Piece<Action>] {
        [
            .illustration(.update),
            .title("updateNeeded.title"),
            .paragraph(Text("updateNeeded.text.\(platform.rawValue)")),
            .button(.primary, Text("common.toStore.\(platform.rawValue)"), row: "PF1.4/2.1b", .toStore),
            .button(.text, "common.close", row: "PF1.4/2.1a", .close),
        ]
    }
}
