// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

/// UC2.1/1.3: offers to unlock with face or fingerprint.
struct ConfigureBiometrics: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case enable
        case skip
        case info
    }

    let kind: BiometricKind
    /// True if enabling was tried and failed.
    let didFail: Bool

    let row: Row = "UC2.1/1.3"
    let helpTopic: String? = "UC2.1.biometrics"
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
