// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/2.1: iOS, the first scan did not match.
struct BiometricNotRecognised: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case tryAgain
        case close
    }

    let row: Row = "UC2.3/2.1"
    let style = ScreenStyle.systemPrompt
    var pieces: [Piece<Action>] {
        [
            .title("biometricNotRecognised.title"),
            .paragraph("biometricNotRecognised.text"),
            .button(.primary, "biometricNotRecognised.tryAgain", row: "UC2.3/2.1b", .tryAgain),
            .button(.text, "biometricNotRecognised.close", row: "UC2.3/2.1a", .close),
        ]
    }

    static func == (_: BiometricNotRecognised, _: BiometricNotRecognised) -> Bool { true }
}
