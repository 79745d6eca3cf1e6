// SPDX-License-Identifier: EUPL-1.2

/// practice/1: offers to practise the PIN.
struct PracticeOffer: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case practise, notNow
    }

    let row: Row = "practice/1"
    let helpTopic: String? = "practice"
    var pieces: [Piece<Action>] {
        [
            .illustration(.forgotPIN),
            .title("practiceOffer.title"),
            .paragraph("practiceOffer.text"),
            .paragraph("practice.honest"),
            .button(.primary, "practiceOffer.practise", row: "practice/1a", .practise),
            .button(.text, "practice.notNow", row: "practice/1b", .notNow),
        ]
    }
}
