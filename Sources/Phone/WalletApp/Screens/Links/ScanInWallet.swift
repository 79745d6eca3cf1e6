// SPDX-License-Identifier: EUPL-1.2

/// PF2.7/2.1: the link's QR code was scanned with another app.
struct ScanInWallet: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close
        case scan
    }

    let row: Row = "PF2.7/2.1"
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title("scanInWallet.title"),
            .paragraph("scanInWallet.text"),
            .button(.primary, "scanInWallet.scan", row: "PF2.7/2.1b", .scan),
            .button(.text, "common.close", row: "PF2.7/2.1a", leadsBack: true, .close),
        ]
    }
}
