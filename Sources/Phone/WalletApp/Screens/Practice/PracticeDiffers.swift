// SPDX-License-Identifier: EUPL-1.2

/// practice/5: the two practice PINs differed.
struct PracticeDiffers: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case again, notNow
    }

    let row: Row = "practice/5"
    let helpTopic: String? = "practice"
    var pieces: [Piece<Action>] {
        [
            .illustration(.forgotPIN),
            .title("practiceDiffers.title"),
            .paragraph("practiceDiffers.text"),
            .paragraph("practiceDiffers.forgotten"),
            .button(.primary, "practiceDiffers.again", row: "practice/5a", .again),
            .button(.text, "practice.notNow", row: "practice/5b", .notNow),
        ]
    }
}
