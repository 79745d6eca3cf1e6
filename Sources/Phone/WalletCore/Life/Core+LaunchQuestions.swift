// SPDX-License-Identifier: EUPL-1.2

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

    /// Sends both launch questions at the same instant.
    func askAtLaunch() {
        guard let now = lockKeeper.clock?.steadyNow else { return }
        shared.updatePolicy.question.ask(at: now)
        shared.status.question.ask(at: now)
        if case .running(let wallet) = life { wallet.status.isWanted = true }
    }
}
