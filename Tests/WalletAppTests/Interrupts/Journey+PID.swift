// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

@testable import WalletApp

/// UC3.1 and UC2.3.2. The return from DigiD is a link, which is tested with them.
extension Journey {
    static let logInForPID = Journey(
        "UC3.1/1, 4", way: [see(lock, enter: Digits.mine)],
        [
            see(AddCardsViaLogin(), "1.1c"), see(help("UC3.1"), "1a"), see(AddCardsViaLogin(), "1.1a"),
            see(ContinueLogin(purpose: .pid), "1.2d"), see(StopLogin(purpose: .pid), "4.1a"),
            see(ContinueLogin(purpose: .pid), "1.2d"), see(StopLogin(purpose: .pid), "4.1b"),
            see(LoginProblem(problem: .aborted, purpose: .pid), "4.2a"), end(ContinueLogin(purpose: .pid)),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.hasPID = false }
        })

    static let addPID = Journey(
        "UC3.1/1.4", way: [see(lock, enter: Digits.mine)],
        [
            see(VerifyYourData(preview: .sample), "1.4b"), see(DataRejected(), "5.1b"), see(VerifyYourData(preview: .sample), "1.4a"),
            see(confirm, "PF2.4/1.1b"), see(ForgotPINWhileConfirming(isIssuingPID: true), "2.2b"), see(confirm, enter: Digits.mine),
            Step(AddingCard(), .work(.acceptIssuance)), see(CreateNewWallet(), "1.9a"),
            see(WalletIsReady(), "1.10a"),
            end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { script in
                script.hasPID = false
                script.issuance = .preview(.sample)
            }
        })

    static let retrievePID = Journey(
        "UC3.1/1.3", way: [see(lock, enter: Digits.mine)],
        [
            see(RetrievingData(), "1.3e"), see(StopLogin(purpose: .pid), "4.1a"),
            Step(RetrievingData(), .event { $0.wallet.opens(.resumeIssuance) }), end(VerifyYourData(preview: .sample)),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { script in
                script.hasPID = false
                script.issuance = .retrieving
            }
            _ = wallet.holds(.resumeIssuance)
        })

    /// The fourth wrong PIN, while the wallet is still empty.
    static let setUpFailed = Journey(
        "PF2.8/11", way: [see(lock, enter: Digits.mine), see(VerifyYourData(preview: .sample), "1.4a")],
        [
            see(confirm, enter: Digits.other), see(WrongPIN(step: "4.1"), "4.1a"), see(confirm, enter: Digits.other),
            see(SetUpFailed(), "11.1a"), end(ChoosePIN()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { script in
                script.hasPID = false
                script.issuance = .preview(.sample)
                script.checks = [
                    .valid, .invalid(attemptsLeftInRound: 1, isFinalRound: false),
                    .temporarilyBlocked(until: PhoneClock.start.addingTimeInterval(61)),
                ]
            }
        })

    static let stopNewPIN = Journey(
        "UC2.3.2/1.4, PF2.9/5.2",
        [
            see(ChoosePIN(use: .recovery), "extra/5a"), see(StopNewPIN(), "5.1b"), see(NewPINStopped(), "5.2b"),
            see(help("UC2.3.2"), "1a"), see(NewPINStopped(), "5.2a"), see(LogInForNewPIN(), "1.2c"), see(RegainAccess(), "1.1a"),
            end(LogInForNewPIN()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.recovery = .awaitingNewPIN }
        })

    static let logInForNewPIN = Journey(
        "UC2.3.2/1, 5",
        [
            see(lock, "1.3b"), see(ForgotPIN(canCreateNewPIN: true), "6.1c"), see(LogInForNewPIN(), "1.2a"),
            see(ContinueLogin(purpose: .pinRecovery), "1.3e"), see(StopLogin(purpose: .pinRecovery), "5.1b"),
            see(LoginProblem(problem: .aborted, purpose: .pinRecovery), "login/1a"), see(lock, enter: Digits.mine), end(home),
        ], prepare: registered)

    static let chooseNewPIN = Journey(
        "UC2.3.2/1.4, PF2.9/5",
        [
            see(ChoosePIN(use: .recovery), "extra/5a"), see(StopNewPIN(), "5.1a"), see(ChoosePIN(use: .recovery), enter: Digits.other),
            see(RepeatPIN(use: .recovery), enter: Digits.other), see(AccessRegained(), "1.5a"), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.recovery = .awaitingNewPIN }
        })
}
