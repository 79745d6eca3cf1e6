// SPDX-License-Identifier: EUPL-1.2

/// UC7.1/3.1: scan somebody's code, or show one's own.
struct ChooseHow: Screen {
    /// What the design lists; closing it is ours.
    enum Action: Sendable {
        case scan, show, close
    }

    let row: Row = "UC7.1/3.1"
    let style = ScreenStyle.sheet
    var pieces: [Piece<Action>] {
        [
            .title("chooseHow.title"),
            .list(
                "chooseHow.title",
                .link("chooseHow.scan", detail: "chooseHow.scan.detail", icon: .qrCode, row: "UC7.1/3.1a", .scan),
                .link("chooseHow.show", detail: "chooseHow.show.detail", icon: .share, row: "UC7.1/3.1b", .show)),
            .button(.text, "common.close", row: "extra/1a", .close),
        ]
    }
}
