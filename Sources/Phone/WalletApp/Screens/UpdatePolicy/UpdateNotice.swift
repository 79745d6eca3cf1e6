// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletConfiguration

/// The notice that a newer version exists, and how urgent the update is (update/1).
struct UpdateNotice: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case later
        case toStore
    }

    /// The verdict: notify, recommend or warn.
    let verdict: UpdateVerdict
    let platform: Platform

    let row: Row = "update/1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("updateNotice.title"),
            .paragraph(message),
            .button(.primary, "updateNotice.later", row: "update/1a", leadsBack: true, .later),
            .button(.text, Text("common.toStore.\(platform.rawValue)"), row: "update/1b", .toStore),
        ]
    }

    private var message: Text {
        switch verdict {
        case .recommend: "updateNotice.recommend"
        case .warn(let daysLeft): Text("updateNotice.warn", .number(daysLeft))
        case .ok, .notify, .block: Text("updateNotice.notify.\(platform.rawValue)")
        }
    }
}
