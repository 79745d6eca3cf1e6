// SPDX-License-Identifier: EUPL-1.2

/// practice/4: the two practice PINs were the same.
struct PracticeSame: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case done
    }

    let row: Row = "practice/4"
    let helpTopic: String? = "practice"
    var pieces: [Piece<Action>] {
        [
            .illustration(.secured),
            .title("practiceSame.title"),
            .paragraph("practiceSame.text"),
            .button(.primary, "practiceSame.done", row: "practice/4a", .done),
        ]
    }
}
