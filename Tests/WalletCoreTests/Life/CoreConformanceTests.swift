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

    func wallet(in state: CoreState) async throws -> any Wallet & UnlockedWallet {
        let phone = try Phone()
        phones.withLock { $0.append(phone) }
        return try await StateMatrixTests.core(in: state, on: phone)
    }
}

/// The core keeps the promises of the `Wallet` protocol.
@Suite(.timeLimit(.minutes(20)))
struct CoreConformanceTests {
    @Test(arguments: WalletConformance.promises)
    func `the core keeps the promise`(promise: WalletConformance.Promise) async throws { try await promise.check(on: try CoreBench()) }
}
