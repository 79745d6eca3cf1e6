// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
package import WalletInterface

extension WalletCore {
    /// Waits until a question of this launch is answered or has failed, or its time is over: 1.5 seconds after both have left, which
    /// `initialize` and `rebind` have them do. Returns at once when the answer is there, when the phone is offline, and while `run` does not
    /// run. May be called in any state, and never fails.
    package func awaitAnswer(to question: LaunchQuestion) async {
        guard let clock = lockKeeper.clock else { return }
        switch question {
        case .updatePolicy: await shared.updatePolicy.question.wait(by: clock)
        case .walletStatus: await shared.status.question.wait(by: clock)
        }
    }

    /// Asks both questions of a launch, at the same instant.
    func askAtLaunch() {
        guard let now = lockKeeper.clock?.steadyNow else { return }
        shared.updatePolicy.question.ask(at: now)
        shared.status.question.ask(at: now)
        if case .running(let wallet) = life { wallet.status.isWanted = true }
    }
}
