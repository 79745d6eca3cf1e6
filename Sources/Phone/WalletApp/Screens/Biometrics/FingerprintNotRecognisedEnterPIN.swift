// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/5.2: Android, only the PIN can unlock.
struct FingerprintNotRecognisedEnterPIN: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case ok
    }

    let row: Row = "UC2.3/5.2"
    let style = ScreenStyle.systemPrompt
    var pieces: [Piece<Action>] {
        [
            .title("fingerprintNotRecognised.title"),
            .paragraph("biometricNotRecognised.enterPIN"),
            .button(.primary, "common.ok", row: "UC2.3/5.2a", .ok),
        ]
    }

    static func == (_: FingerprintNotRecognisedEnterPIN, _: FingerprintNotRecognisedEnterPIN) -> Bool { true }
}
