// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
package import WalletInterface

extension Core {
    /// Waits until a question of this launch is answered, has failed or has timed out.
    ///
    /// `initialize` and `rebind` send both questions; the time limit is `answerBudget` after the requests. Returns immediately if the
    /// answer is known, if the phone is offline, and while `run` is not running. Can be called in any state, and never fails.
    package func awaitAnswer(to question: LaunchQuestion) async {
        guard let clock = lockKeeper.clock else { return }
        switch question {
        case .updatePolicy: await shared.updatePolicy.question.wait(by: clock)
        case .walletStatus: await shared.status.question.wait(by: clock)
        }
    }

    /// Returns the state of the newest request for a question, as soon as it differs from the state that the caller has seen. Has no time limit. Can
    /// be called in any state.
    ///
    /// - Parameter seen: the state that the caller has seen; nil to return at once.
    /// - Throws: `CancellationError`.
    package func answer(to question: LaunchQuestion, otherThan seen: LaunchAnswer?) async throws -> LaunchAnswer {
        let answer =
            switch question {
            case .updatePolicy: shared.updatePolicy.question.answer
            case .walletStatus: shared.status.question.answer
            }
        guard let seen else { return answer.value }
        return try await answer.next(otherThan: seen)
    }

    /// Sends both launch questions at the same instant.
    func askAtLaunch() {
        guard let now = lockKeeper.clock?.steadyNow else { return }
        shared.updatePolicy.question.ask(at: now)
        shared.status.question.ask(at: now)
        if case .running(let wallet) = life { wallet.status.isWanted = true }
    }
}
