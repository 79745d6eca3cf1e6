// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// history/5.1: asks to confirm the deletion of one activity.
struct DeleteActivityQuestion: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case delete, back
    }

    let event: WalletEvent
    /// The time zone of the reader.
    var zone: TimeZone = .current

    let row: Row = "history/5.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("deleteActivity.title"),
            .state(event.icon, event.label, detail: event.line(withCard: true, in: zone)),
            .paragraph(isProof ? "deleteActivity.shared" : "deleteActivity.text"),
        ] + reports + [
            .button(.destructive, "wipeAppData.delete", row: "history/5.1a", .delete),
            .button(.text, "common.cancel", row: "history/5.1b", leadsBack: true, .back),
        ]
    }

    /// A report or a wish is an activity of its own, with a copy of the names.
    private var reports: [Piece<Action>] {
        guard event.isAboutOthers, event.kind != .problemReported, event.kind != .deletionAsked else { return [] }
        return [.paragraph("deleteActivity.reports")]
    }

    /// True if the activity tells of data that left the phone, or may have.
    private var isProof: Bool { event.kind == .shared && event.sharing?.outcome.hasLeft == true }
}
