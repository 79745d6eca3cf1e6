// SPDX-License-Identifier: EUPL-1.2

/// Beside the design, after PF2.9/1.5d: nobody knows yet which of two PINs is in force.
struct PINChangeUnsettled: Screen {
    /// What the person can do.
    enum Action: Sendable {
        case unlock
    }

    /// Whether the old PIN was forgotten.
    var isForgotten = false

    let row: Row = "error/Generic"
    var pieces: [Piece<Action>] {
        [
            .illustration(.serverUnreachable),
            .title("pinChangeUnsettled.title"),
            .paragraph(isForgotten ? "pinChangeUnsettled.forgotten" : "pinChangeUnsettled.text"),
            .button(.primary, "pinChangeUnsettled.unlock", row: "error/Generic.retry", .unlock),
        ]
    }
}
