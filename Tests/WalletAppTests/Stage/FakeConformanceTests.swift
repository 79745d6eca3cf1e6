// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletConformance
import WalletInterface

@testable import WalletApp

/// The fake keeps the promises of the `Wallet` protocol, as the core does.
@Suite(.timeLimit(.minutes(5)))
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

        func wallet(in state: CoreState) async throws -> any Wallet {
            let wallet = FakeWallet()
            wallet.script { script in
                script.isAdmissionEnforced = true
                script.isInitialized = state >= .empty
                script.hasRemotePIN = state >= .locked
            }
            if state == .unlocked { wallet.setLock(.unlocked) }
            return wallet
        }
    }

    private let suite: WalletConformance

    init() throws { suite = WalletConformance(try Bench()) }

    @Test func `the table decides on every call in every state`() async throws { try await suite.checkMatrix() }
    @Test func `some calls are never refused`() async throws { try await suite.checkCallsThatAreNeverRefused() }
    @Test func `a stream begins with the present value`() async throws { try await suite.checkStreams() }
    @Test func `rebinding locks and ends the streams`() async throws { try await suite.checkRebinding() }
    @Test func `a lock counts at once, and the PIN unlocks again`() async throws { try await suite.checkLock() }
    @Test func `the deletion code stays, and so does its confirmation`() async throws { try await suite.checkRevocationCode() }
    @Test func `settings keep what they are given`() async throws { try await suite.checkSettings() }
    @Test func `a wipe leaves a phone without a wallet`() async throws { try await suite.checkWipe() }
    @Test func `foreign links and unknown tickets change nothing`() async throws { try await suite.checkLinks() }
    @Test func `a new wallet is empty`() async throws { try await suite.checkNewWallet() }
}
