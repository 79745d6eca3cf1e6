// SPDX-License-Identifier: EUPL-1.2

/// practice/4: the PINs were the same.
struct PracticeSame: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case done
    }

    let row: Row = "practice/4"
    var pieces: [Piece<Action>] {
        [
            .illustration(.secured),
            .title("practiceSame.title"),
            .paragraph("practiceSame.text"),
            .button(.primary, "practiceSame.done", row: "practice/4a", .done),
        ]
    }
}
