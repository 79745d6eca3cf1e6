// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.2/1.4: biometric unlock is enabled.
struct BiometricsEnabled: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close, settings, help
    }

    let kind: BiometricKind

    let row: Row = "UC2.2/1.4"
    var pieces: [Piece<Action>] {
        [
            .topBar(.help(row: "UC2.2/1.4c", .help)),
            .illustration(.secured),
            .title("walletSecured.title"),
            .paragraph(Text("biometricsEnabled.text.\(kind.rawValue)")),
            .button(.primary, "biometricsEnabled.settings", row: "UC2.2/1.4b", .settings),
            .button(.text, "common.close", row: "UC2.2/1.4a", .close),
        ]
    }
}
