// SPDX-License-Identifier: EUPL-1.2

/// history/4.1: asks to confirm that activities are no longer kept, and says what that means.
struct StopKeepingQuestion: Screen {
    /// The actions of the page.
    enum Action: Sendable {
        case stop, cancel
    }

    let row: Row = "history/4.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("stopKeeping.title"),
            .paragraph("stopKeeping.text"),
            .banner(.warn, "stopKeeping.lost"),
            .paragraph("stopKeeping.present"),
            .button(.primary, "stopKeeping.stop", row: "history/4.1a", .stop),
            .button(.text, "common.cancel", row: "history/4.1b", leadsBack: true, .cancel),
        ]
    }

    static func == (_: StopKeepingQuestion, _: StopKeepingQuestion) -> Bool { true }
}
