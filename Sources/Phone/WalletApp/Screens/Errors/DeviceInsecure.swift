// SPDX-License-Identifier: EUPL-1.2

import WalletInterface

/// Error: the device is rooted, or fails app or key attestation. The screen names the reason.
struct DeviceInsecure: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case retry
        case help
    }

    let insecurity: DeviceInsecurity

    let row: Row = "error/DeviceInsecure"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "error/DeviceInsecure.help", .help)),
            .illustration(.deviceInsecure),
            .title("deviceInsecure.title"),
            .paragraph(Text("deviceInsecure.\(insecurity.rawValue)")),
            .paragraph("deviceInsecure.whatNow"),
            .button(.primary, "deviceInsecure.checkAgain", row: "error/DeviceInsecure.retry", .retry),
        ]
    }
}
