// SPDX-License-Identifier: EUPL-1.2

/// The controls below a warning about a request (UC5.1/11.1, 12.1; UC5.2 likewise).
///
/// *Continue anyway* is there only after its tick, and never if the wallet refuses the request.
struct WarnedControls<Action: Sendable>: Sendable {
    let rows: SharingRows
    /// The number of the step.
    let step: String
    /// False if the wallet's configuration refuses the request.
    let canProceed: Bool
    /// True if the person has ticked that they have seen the warning.
    let isAccepted: Bool
    let accept: Action
    let proceed: Action
    let stop: Action
    let report: Action

    var pieces: [Piece<Action>] {
        guard canProceed else { return [Piece.banner(.danger, "asksTooMuch.refused"), reporting, stopping] }
        let tick = Piece.toggle("asksTooMuch.accept", isOn: isAccepted, row: "extra/15b", accept)
        let going = Piece.button(.secondary, "asksTooMuch.proceed", row: rows.row(step + "a"), proceed)
        return [tick, reporting, stopping] + (isAccepted ? [going] : [])
    }

    private var reporting: Piece<Action> {
        .list("reportProblem.title", .link("reportProblem.title", icon: .feedback, row: rows.row(step + "c"), report))
    }

    private var stopping: Piece<Action> { .button(.primary, "sharing.stop", row: rows.row(step + "b"), stop) }
}
