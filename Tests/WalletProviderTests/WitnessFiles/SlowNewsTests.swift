// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Journals whose reading takes the time that an attempt at the PIN of a known account needs.
struct SlowNewsTests {
    /// A journal of which only the reading takes time.
    private final class SlowNews: WitnessJournal {
        let clock = ManualClock()
        /// The time of each further reading.
        let time = Recorded<Duration>(.zero)

        var unreadDirectories: Int { 0 }

        func append(_ record: WitnessRecord) async throws(AccountStoreError) {}

        func note(_ record: WitnessRecord) {}

        func requireWritable() async throws(AccountStoreError) {}

        func readNews(_ body: @escaping @Sendable (WitnessRecord, WitnessSource) -> Void) async throws(AccountStoreError) {
            clock.advance(by: time.value)
        }
    }

    @Test func `an attempt is reserved only if the reading of the journals has left time for it`() async throws {
        let stage = try await StoreStage(.sqlite)
        _ = try await stage.store.create(stage.newAccount())
        try #require(try await stage.take(2))
        let journal = SlowNews()
        let store = WitnessedStore(stage.store, journal: journal, ledger: WitnessLedger(), ownWallets: [], clock: { TestClock().now })
        // Reading the account records it.
        let pin = try #require(try await store.account(of: stage.wallet)?.pin)
        func reserve(_ number: Int64, afterReadingFor time: Duration) async throws -> Int? {
            journal.time.change { $0 = time }
            let deadline = Timeouts.production.measured(by: journal.clock).deadline()
            return try await Deadline.$current.withValue(deadline) {
                try await store.reserveKnown(stage.message(number), pin: pin, under: stage.policy, atLeast: nil)?.attempt
            }
        }
        #expect(try await reserve(3, afterReadingFor: .milliseconds(1400)) == 1)
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await reserve(4, afterReadingFor: .milliseconds(1401)) }
        #expect(try await stage.account().attempts == 1)
        #expect(try await stage.account().sequenceNumber == 3)
    }
}
