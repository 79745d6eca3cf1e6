// SPDX-License-Identifier: EUPL-1.2

/// PF2.9/5.1: asks to confirm stopping the choice of a new PIN.
struct StopNewPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case no, stop
    }

    let row: Row = "PF2.9/5.1"
    let style = ScreenStyle.sheet
    var pieces: [Piece<Action>] {
        [
            .title("stopNewPIN.title"),
            .paragraph("stopNewPIN.text"),
            .button(.primary, "stopNewPIN.no", row: "PF2.9/5.1a", leadsBack: true, .no),
            .button(.text, "stopNewPIN.stop", row: "PF2.9/5.1b", .stop),
        ]
    }

    static func == (_: StopNewPIN, _: StopNewPIN) -> Bool { true }
}
