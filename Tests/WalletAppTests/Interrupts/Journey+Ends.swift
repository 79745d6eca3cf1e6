// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import WalletConfiguration
import WalletInterface

@testable import WalletApp

/// A blocked version (PF1.4/2, 3) and a revoked wallet (PF2.10/2 to 5). It happens at the lock.
extension Journey {
    static let ends = [walletDeleted, walletBlocked, holderBlocked, solutionRevoked]

    private static func revoked(_ cause: RevocationCause) -> [Step] {
        [Step(lock, .event { $0.wallet.statuses.set(.revoked(cause, canRegisterNewWallet: true)) })]
    }

    private static func contact(_ step: String) -> Step {
        see(Contact(step: step, support: AppConfiguration.sample.document.support), step + "b")
    }

    private static let walletDeleted = Journey(
        "PF2.10/2", way: revoked(.byUser),
        [
            see(WalletDeleted(), "2.1a"), contact("2.2"), see(WalletDeleted(), "2.1b"), see(help("PF2.10.byUser"), "1a"),
            end(WalletDeleted()),
        ], prepare: registered)

    private static let walletBlocked = Journey(
        "PF2.10/3", way: revoked(.walletByAdmin),
        [
            see(WalletBlocked(), "3.1a"), contact("3.2"), see(WalletBlocked(), "3.1b"), see(help("PF2.10.wallet"), "1a"),
            see(WalletBlocked(), "3.1c"), Step(WipingAppData(), .work(.wipe)), end(firstScreen),
        ], prepare: registered)

    private static let holderBlocked = Journey(
        "PF2.10/4", way: revoked(.recoveryCodeByAdmin),
        [
            see(HolderBlocked(), "4.1a"), contact("4.2"), see(HolderBlocked(), "4.1b"), see(help("PF2.10.holder"), "1a"),
            end(HolderBlocked()),
        ], prepare: registered)

    private static let solutionRevoked = Journey(
        "PF2.10/5", way: revoked(.solutionByAdmin),
        [
            see(SolutionRevoked(), "5.1a"), see(SolutionRevokedInformation(), "5.2a"), see(SolutionRevoked(), "5.1b"),
            see(help("PF2.10.solution"), "1a"), end(SolutionRevoked()),
        ], prepare: registered)

    private static func blocked(_ isUpdateAvailable: Bool) -> [Step] {
        [Step(lock, .event { $0.wallet.verdicts.set(.block(isUpdateAvailable: isUpdateAvailable)) })]
    }

    static func updateNeeded(_ platform: Platform) -> Journey {
        let screen = UpdateNeeded(platform: platform)
        return Journey("PF1.4/2", way: blocked(true), [see(screen, "2.1b"), see(screen, "2.1a"), end(screen)], prepare: registered)
    }

    static func versionBlocked(_ platform: Platform) -> Journey {
        let screen = VersionBlocked(platform: platform)
        return Journey(
            "PF1.4/3", way: blocked(false), [see(screen, "3.1a"), see(help("PF1.4"), "1a"), see(screen, "3.1b"), end(screen)],
            prepare: registered)
    }
}
