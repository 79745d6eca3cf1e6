// SPDX-License-Identifier: EUPL-1.2

/// PF2.7/3.1 to 7.1: another task must be finished before the wallet can open a link.
struct FinishFirst: Screen {
    /// The actions that the design lists.
    enum Action: Sendable {
        case ok
    }

    /// The task to finish.
    enum Task: String, Sendable, CaseIterable {
        case notPersonalized
        /// Transfer of the wallet to another phone.
        case transfer
        case pinRecovery
        case disclosure
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
