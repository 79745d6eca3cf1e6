// SPDX-License-Identifier: EUPL-1.2

/// PF2.7/3.1 to 7.1: the wallet cannot act on a link before something else is done.
struct FinishFirst: Screen {
    /// What the design lists.
    enum Action: Sendable {
        case ok
    }

    /// What is to be finished.
    enum Task: String, Sendable, CaseIterable {
        /// Setting the wallet up.
        case notPersonalized
        /// Moving it to another phone.
        case transfer
        /// A new PIN.
        case pinRecovery
        /// Sharing data.
        case disclosure
        /// Adding a card.
        case issuance

        /// The step of PF2.7.
        var step: String {
            switch self {
            case .notPersonalized: "3.1"
            case .transfer: "4.1"
            case .pinRecovery: "5.1"
            case .disclosure: "6.1"
            case .issuance: "7.1"
            }
        }
    }

    /// What is to be finished.
    let task: Task

    var row: Row { Row("PF2.7", task.step) }
    let style = ScreenStyle.prompt
    var pieces: [Piece<Action>] {
        [
            .title(Text("finishFirst.title.\(task.rawValue)")),
            .paragraph(Text("finishFirst.text.\(task.rawValue)")),
            .button(.primary, "common.ok", row: Row("PF2.7", "\(task.step)a"), .ok),
        ]
    }
}
