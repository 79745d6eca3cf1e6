// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletInterface

@testable import WalletApp

/// Screens over an unlocked wallet: notices after an unlock, the warning of UC9.7, and links (PF2.7).
extension Journey {
    static let afterUnlock = [slowStatus, tries, triesOverFlow, expiredLink, practice, practiceOverFlow, logOut, links]

    private static let slowStatus = Journey(
        "status", [Step(CheckingStatus(), .event { $0.wallet.answers[.walletStatus]?.set(.known) }).waiting, end(home)],
        prepare: { wallet in
            registered(wallet)
            wallet.answers[.walletStatus]?.set(.open)
            wallet.script { script in
                script.isBiometricUnlockEnabled = true
                script.scans = [.unlocked]
            }
        })

    private static let tries = Journey(
        "tries", way: [see(lock, enter: Digits.mine)], [see(WrongTriesNotice(count: 2), "1a"), end(home)],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.wrongTries = 2 }
        })

    private static let triesOverFlow = Journey(
        "tries, over a use case",
        way: [
            see(lock, enter: Digits.mine), see(home, "1.1e"),
            Step(
                AppMenu(),
                .event { stage in
                    stage.wallet.script { $0.wrongTries = 1 }
                    stage.wallet.setLock(.locked(.background))
                }), see(lock, enter: Digits.mine),
        ], [see(WrongTriesNotice(count: 1), "1a").on(.lock), see(AppMenu(), "1.1h"), end(home)], prepare: registered)

    private static let expiredLink = Journey(
        "link, expired", way: [see(lock, enter: Digits.mine)], [see(LinkExpired(), "2a"), end(home)],
        prepare: { wallet in
            registered(wallet)
            wallet.script { $0.hasExpiredLink = true }
        })

    /// Two different PINs, then twice the same.
    private static func practising(_ change: (Step) -> Step = { $0 }) -> [Step] {
        [
            see(PracticeOffer(), "1a"), see(PracticePIN(isSecond: false), enter: Digits.mine),
            see(PracticePIN(isSecond: true), enter: Digits.other), see(PracticeDiffers(), "5a"),
            see(PracticePIN(isSecond: false), enter: Digits.mine), see(PracticePIN(isSecond: true), enter: Digits.mine),
            see(PracticeSame(), "4a"),
        ].map(change)
    }

    private static let practice = Journey(
        "practice", practising() + [end(home)],
        prepare: { wallet in
            registered(wallet)
            wallet.script { script in
                script.isBiometricUnlockEnabled = true
                script.scans = [.unlocked]
                script.isPracticeDue = true
            }
        })

    private static let practiceOverFlow = Journey(
        "practice, over a use case",
        way: [
            Step(
                home,
                .event { stage in
                    stage.wallet.script { $0.isPracticeDue = true }
                    stage.wallet.setLock(.locked(.background))
                })
        ], practising { $0.on(.lock, afterLock: .end) } + [end(home)],
        prepare: { wallet in
            registered(wallet)
            wallet.script { script in
                script.isBiometricUnlockEnabled = true
                script.scans = [.unlocked, .unlocked]
            }
        })

    /// The warning after that many seconds.
    private static func warning(_ seconds: Double) -> InactivityWarning {
        InactivityWarning(locksAt: PhoneClock.start.addingTimeInterval(seconds))
    }
    private static func idles(_ seconds: Double) -> Step {
        Step(home, .event { $0.wallet.setLock(.inactive(locksAt: warning(seconds).locksAt)) })
    }
    private static let logOut = Journey(
        "UC9.7", way: [see(lock, enter: Digits.mine)],
        [
            idles(61), see(warning(61), "1.2a").on(.notice, afterLock: .before), idles(62),
            see(warning(62), "1.2b").on(.notice, afterLock: .before), see(lock, enter: Digits.mine), see(home, "1.1e"),
            see(AppMenu(), "1.1i"), see(lock, enter: Digits.mine), end(home),
        ], prepare: registered)

    private static let links = Journey(
        "PF2.7", way: [see(lock, enter: Digits.mine)],
        [
            Step(home, .link(.scannedOutsideWallet)), see(ScanInWallet(), "2.1b").on(.link),
            see(CameraNeeded(permission: .undetermined), "2.1a"), Step(home, .link(.inIssuanceSession)),
            see(FinishFirst(task: .issuance), "7.1a").on(.link), Step(home, .link(.resolves(.issuance))),
            see(NotBuiltYet(design: "UC4.1"), "not-built.back"), end(home),
        ], prepare: registered)
}

extension LinkDecision {
    /// A link to an issuer starts its use case.
    fileprivate static func resolves(_ kind: UniversalLinkKind) -> LinkDecision {
        (try? UniversalLink.sample(kind)).map(LinkDecision.resolves) ?? .invalid
    }
}
