// SPDX-License-Identifier: EUPL-1.2

/// UC9.9/1.3: the picture of the camera, while the app waits for a QR code.
struct ScanQRCode: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case back, toggleLight, help
    }

    /// The light beside the camera. The raw value names its text.
    enum Light: String, Sendable, CaseIterable {
        case off, on
        /// The phone did not switch it on: it has none, or needs it otherwise.
        case missing
    }

    let light: Light

    let row: Row = "UC9.9/1.3"
    var pieces: [Piece<Action>] {
        [
            .topBar(.back(row: "UC9.9/1.3b", .back), .help(row: "UC9.9/1.3c", .help)),
            .title("scanCode.title"),
            .paragraph("scanCode.text"),
            .viewfinder("scanCode.picture", isLightOn: light == .on),
        ] + (light == .missing ? [.banner(.info, "scanCode.light.missing")] : []) + [
            .toggle("scanCode.light", isOn: light == .on, row: "UC9.9/1.3d", .toggleLight)
        ]
    }
}
