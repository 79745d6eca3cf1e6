// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/4.1: Android, the scan did not match, and another scan is possible.
struct FingerprintNotRecognised: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case tryAgain
        case close
    }

    let row: Row = "UC2.3/4.1"
    let style = ScreenStyle.systemPrompt
    var pieces: [Piece<Action>] {
        [
            .title("fingerprintNotRecognised.title"),
            .paragraph("biometricNotRecognised.text"),
            .button(.primary, "biometricNotRecognised.tryAgain", row: "UC2.3/4.1b", .tryAgain),
            .button(.text, "biometricNotRecognised.close", row: "UC2.3/4.1a", .close),
        ]
    }

    static func == (_: FingerprintNotRecognised, _: FingerprintNotRecognised) -> Bool { true }
}
