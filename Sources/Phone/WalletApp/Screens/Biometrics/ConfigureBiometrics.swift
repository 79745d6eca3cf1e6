// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.1/1.3: do you want to unlock with your face or finger?
struct ConfigureBiometrics: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case enable
        case skip
        case info
    }

    /// The sensor, by the name that users know.
    let kind: BiometricKind
    /// Whether it was tried and did not work.
    let didFail: Bool

    let row: Row = "UC2.1/1.3"
    var pieces: [Piece<Action>] {
        let head: [Piece<Action>] = [
            .topBar(.info(row: "UC2.1/1.3c", .info)),
            .stepBar(.biometrics),
            .illustration(.biometrics(kind)),
            .title(Text("configureBiometrics.title.\(kind.rawValue)")),
        ]
        let failure: [Piece<Action>] = didFail ? [.banner(.warn, Text("configureBiometrics.failed.\(kind.rawValue)"))] : []
        return head + failure + [
            .paragraph(Text("configureBiometrics.text.\(kind.rawValue)")),
            .button(.primary, Text("configureBiometrics.enable.\(kind.rawValue)"), row: "UC2.1/1.3a", .enable),
            .button(.text, "configureBiometrics.skip", row: "UC2.1/1.3b", .skip),
        ]
    }
}
