// SPDX-License-Identifier: EUPL-1.2

/// UC2.3/5.1: Android, the fifth scan did not match, and the sensor is locked.
struct TooManyScans: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case close
    }

    let row: Row = "UC2.3/5.1"
    let style = ScreenStyle.systemPrompt
    var pieces: [Piece<Action>] {
        [
            .title("tooManyScans.title"),
            .paragraph("tooManyScans.text"),
            .button(.primary, "biometricNotRecognised.close", row: "UC2.3/5.1a", .close),
        ]
    }

    static func == (_: TooManyScans, _: TooManyScans) -> Bool { true }
}
