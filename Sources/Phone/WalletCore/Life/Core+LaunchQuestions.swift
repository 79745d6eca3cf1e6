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
        await request(for: question).wait(by: clock)
    }

    /// The state of the newest request for a question. Can be called in any state.
    package nonisolated func answer(to question: LaunchQuestion) -> LaunchAnswer { request(for: question).answer.value }

    /// Returns the state of the newest request for a question, as soon as it differs from the state that the caller has seen. Has no time
    /// limit. Can be called in any state.
    ///
    /// - Throws: `CancellationError`.
    package func answer(to question: LaunchQuestion, otherThan seen: LaunchAnswer) async throws -> LaunchAnswer {
        try await request(for: question).answer.next(otherThan: seen)
    }

    private nonisolated func request(for question: LaunchQuestion) -> TimedQuestion {
        switch question {
        case .updatePolicy: shared.updatePolicy.question
        case .walletStatus: shared.status.question
        }
    }

    /// Sends both launch questions at the same instant.
    func askAtLaunch() {
        guard let now = lockKeeper.clock?.steadyNow else { return }
        shared.updatePolicy.question.ask(at: now)
        shared.status.question.ask(at: now)
        if case .running(let wallet) = life { wallet.status.isWanted = true }
    }
}
