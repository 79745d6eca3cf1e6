// SPDX-License-Identifier: EUPL-1.2

/// After PF2.9/1.5d, not in the design: it is unknown which of two PINs is active.
struct PINChangeUnsettled: Screen {
    /// The user's actions, in addition to the design.
    enum Action: Sendable {
        case unlock
    }

    /// True if the old PIN was forgotten.
    var isForgotten = false

    let row: Row = "error/Generic"
    let helpTopic: String? = "UC2.6.unsettled"
    var pieces: [Piece<Action>] {
        [
            .illustration(.serverUnreachable),
            .title("pinChangeUnsettled.title"),
            .paragraph(isForgotten ? "pinChangeUnsettled.forgotten" : "pinChangeUnsettled.text"),
            .button(.primary, "pinChangeUnsettled.unlock", row: "error/Generic.retry", .unlock),
        ]
    }
}
