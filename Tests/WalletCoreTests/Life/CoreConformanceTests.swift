// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import Testing
import WalletConformance
import WalletInterface

@testable import WalletCore

/// Cores on new phones, for the conformance suite.
final class CoreBench: WalletBench {
    /// The phones of the cores made; a phone's directory goes with it.
    private let phones = Mutex<[Phone]>([])
    let states = CoreState.allCases
    let pin: PIN
    let otherPIN: PIN
    let foreignLink: LoginLink

    init() throws {
        (pin, otherPIN) = (try Phone.pin(), try Phone.otherPIN())
        foreignLink = try #require(UniversalLink(recognising: "https://wallet.example/link/authentication?code=a", by: .embedded))
    }

    func wallet(in state: CoreState) async throws -> any Wallet {
        let phone = try Phone()
        phones.withLock { $0.append(phone) }
        return try await StateMatrixTests.core(in: state, on: phone)
    }
}

/// The core keeps the promises of the `Wallet` protocol.
@Suite(.timeLimit(.minutes(5)))
struct CoreConformanceTests {
    private let suite: WalletConformance

    init() throws { suite = WalletConformance(try CoreBench()) }

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
