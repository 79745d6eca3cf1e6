// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import ProviderProtocol
import Testing
import WalletInterface

@testable import WalletApp

/// The lock without the right PIN: UC2.3/2 to 5, PF2.8/5 and 9, and errors.
extension Journey {
    static let atTheLock = [
        start, temporarilyBlocked, appIsBlocked, errors, walletRejected, deviceKeyLost, loginErrors, recoveryUnavailable,
        clockWrong,
    ]

    /// The system's own messages are no screens of the app.
    static func wrongScans(_ platform: Platform) -> Journey {
        Journey(
            "UC2.3/2 to 5",
            [Step(ScanBiometrics(), .work(.unlockWithBiometrics)), see(lock, enter: Digits.mine), end(home)],
            prepare: { wallet in
                registered(wallet)
                wallet.script { script in
                    script.isBiometricUnlockEnabled = true
                    script.scans = [platform == .iOS ? .wrongFaces : .wrongFingers]
                }
            })
    }

    /// Before the app is bound to its core.
    private static let start = Journey(
        "UC1.2, startup",
        [
            splash,
            Step(
                DeviceInsecure(insecurity: .rooted),
                .event { stage in
                    stage.wallet.script { $0.isDeviceRooted = false }
                    stage.press("error/DeviceInsecure.retry")
                }
            ).starting,
            see(StoreProblem(problem: .damaged), "Generic.delete").starting, see(WipeAppData(), "UC9.4/1.1b").starting,
            see(StoreProblem(problem: .damaged), "Generic.retry").starting, end(lock),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.isDeviceRooted = true }
            wallet.fails(.initialize, .storeDamaged)
        })

    private static let wait = TemporarilyBlocked(until: PhoneClock.start.addingTimeInterval(61))
    private static let temporarilyBlocked = Journey(
        "PF2.8/5",
        [
            see(lock, enter: Digits.other), see(wait, "5.1c"), see(help("PF2.8.wait"), "1a"), see(wait, "5.1a"),
            see(WipeAppData(), "1.1b"), see(wait, "5.1d"), see(ForgotPINWhileChecking(canCreateNewPIN: true), "10.1b"),
            see(lock, enter: Digits.other), Step(wait, .event { $0.clock.advance(by: 60) }), see(lock, enter: Digits.mine), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            let blocked = PINCheck.temporarilyBlocked(until: wait.until)
            wallet.script { $0.checks = [blocked, blocked] }
        })

    private static let appIsBlocked = Journey(
        "PF2.8/9",
        [
            see(lock, enter: Digits.other), see(AppIsBlocked(), "9.1b"), see(help("PF2.8.blocked"), "1a"), see(AppIsBlocked(), "9.1a"),
            see(WipeAppData(), "1.1b"), end(AppIsBlocked()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.checks = [.permanentlyBlocked] }
        })

    // MARK: Errors

    private static let errors = Journey(
        "error, at the lock",
        [
            see(lock, enter: Digits.mine), see(ServerUnreachable(canGoBack: true), "ServerUnreachable.help"),
            see(help("error.serverUnreachable"), "1a"),
            see(ServerUnreachable(canGoBack: true), "ServerUnreachable.retry"), see(StoreProblem(problem: .full), "Generic.retry"),
            see(GenericError(code: "X-01"), "Generic.retry"), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.unlock, .serverUnreachable, .storeFull, .unexpected)
        })

    private static let walletRejected = Journey(
        "error, rejected", way: [see(lock, enter: Digits.mine)],
        [
            see(WalletRejected(), "Generic.help"), see(help("error.rejected"), "1a"), see(WalletRejected(), "Generic.delete"),
            see(WipeAppData(), "UC9.4/1.1b"), end(WalletRejected()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.unlock, .walletRejected)
        })

    private static let deviceKeyLost = Journey(
        "error, device key lost", way: [see(lock, enter: Digits.mine)],
        [
            see(DeviceKeyLost(), "Generic.help"), see(help("error.deviceKeyLost"), "1a"), see(DeviceKeyLost(), "Generic.delete"),
            see(WipeAppData(), "UC9.4/1.1b"), end(DeviceKeyLost()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.unlock, .deviceKeyLost)
        })

    private static let loginErrors = Journey(
        "error, UC3.1/1.1", way: [see(lock, enter: Digits.mine), see(AddCardsViaLogin(), "1.1a")],
        [
            see(IssuerFailed(issuer: nil), "UnknownIssuer.close"), see(AddCardsViaLogin(), "1.1a"),
            see(SessionExpired(), "SessionExpired.close"), end(AddCardsViaLogin()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.hasPID = false }
            wallet.fails(.startIssuance, .issuance(.unfitIssuer), .issuance(.noSession))
        })

    private static let clockWrong = Journey(
        "error, the phone's clock",
        [
            see(lock, enter: Digits.mine), see(ClockWrong(), "ClockWrong.help"), see(help("error.clockWrong"), "1a"),
            see(ClockWrong(), "ClockWrong.retry"), end(home),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.unlock, .clockWrong)
        })

    private static let recoveryUnavailable = Journey(
        "error, UC2.3.2/1.2",
        way: [
            see(lock, "1.3b"), see(ForgotPIN(canCreateNewPIN: true), "6.1c"), see(LogInForNewPIN(), "1.2a"),
        ],
        [
            see(RecoveryUnavailable(), "Generic.help"), see(help("error.recoveryUnavailable"), "1a"),
            see(RecoveryUnavailable(), "Generic.close"), end(LogInForNewPIN()),
        ],
        prepare: { wallet in
            registered(wallet)
            wallet.fails(.startPINRecovery, .issuance(.recoveryUnavailable))
        })
}
