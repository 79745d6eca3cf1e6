// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
package import WalletInterface

extension WalletCore {
    /// Waits until a question of this launch is answered or has failed, or its time is over: 1.5 seconds after both have left, which
    /// `initialize` and `rebind` have them do. Returns at once when the answer is there, when the phone is offline, and while `run` does not
    /// run. May be called in any state, and never fails.
    package func awaitAnswer(to question: LaunchQuestion) async {
        guard let clock else { return }
        switch question {
        case .updatePolicy: await policyQuestion.wait(by: clock)
        case .walletStatus: await statusQuestion.wait(by: clock)
        }
    }

    /// The questions of a launch leave, both at the same instant.
    func askAtLaunch() {
        guard let now = clock?.steadyNow else { return }
        policyQuestion.ask(at: now)
        statusQuestion.ask(at: now)
        isStatusWanted = true
    }

    /// The wallet's status is asked for while the user is scanned, so that the answer is there when the scan ends.
    func askForStatus(of running: Running) {
        guard statusQuestion.askUnlessOpen(at: running.bridges.clock.steadyNow) else { return }
        isStatusWanted = true
        walletStatusTimer.wake()
    }
}
