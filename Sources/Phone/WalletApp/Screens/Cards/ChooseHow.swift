// SPDX-License-Identifier: EUPL-1.2

/// UC7.1/3.1: the ways to share data or log in. Showing one's own code is not built, so it has no entry.
struct ChooseHow: Screen {
    /// The implemented action of the design, and the way back, which it does not have.
    enum Action: Sendable {
        case scan, close
    }

    let row: Row = "UC7.1/3.1"
    let style = ScreenStyle.sheet
    var pieces: [Piece<Action>] {
        [
            .title("chooseHow.title"),
            .paragraph("chooseHow.text"),
            .button(.primary, "chooseHow.scan", icon: .qrCode, row: "UC7.1/3.1a", .scan),
            .button(.text, "common.close", row: "extra/14a", leadsBack: true, .close),
        ]
    }

    static func == (_: ChooseHow, _: ChooseHow) -> Bool { true }
}
