// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/3.1: iOS, the second scan did not match.
struct BiometricNotRecognisedEnterPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case enterPassword
        case cancel
    }

    let row: Row = "UC2.3/3.1"
    let style = ScreenStyle.systemPrompt
    var pieces: [Piece<Action>] {
        [
            .title("biometricNotRecognised.title"),
            .paragraph("biometricNotRecognised.enterPIN"),
            .button(.primary, "biometricNotRecognised.enterPassword", row: "UC2.3/3.1a", .enterPassword),
            .button(.text, "biometricNotRecognised.cancel", row: "UC2.3/3.1b", .cancel),
        ]
    }

    static func == (_: BiometricNotRecognisedEnterPIN, _: BiometricNotRecognisedEnterPIN) -> Bool { true }
}
