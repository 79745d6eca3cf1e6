// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConformance
import WalletInterface

@testable import WalletApp

/// The fake keeps the promises of the `Wallet` protocol, as the core does.
@Suite(.timeLimit(.minutes(20)))
struct FakeConformanceTests {
    private struct Bench: WalletBench {
        /// The fake has its platform from the start.
        let states = CoreState.allCases.filter { $0 > .waitingForPlatform }
        let pin: PIN
        let otherPIN: PIN
        let foreignLink: LoginLink

        init() throws {
            (pin, otherPIN) = (try Digits.pin(Digits.mine), try Digits.pin(Digits.other))
            foreignLink = try .sample(.authenticationRedirect)
        }

        func wallet(in state: CoreState) async throws -> any Wallet & UnlockedWallet {
            let wallet = FakeWallet()
            wallet.begin(in: state)
            if state == .unlocked { wallet.setLock(.unlocked) }
            return wallet
        }
    }

    @Test(arguments: WalletConformance.promises)
    func `the scripted core keeps the promise`(promise: WalletConformance.Promise) async throws { try await promise.check(on: try Bench()) }
}
