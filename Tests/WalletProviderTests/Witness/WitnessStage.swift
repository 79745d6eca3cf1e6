// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A provider with a witness, whose database is put back while the journals go on.
final class WitnessStage {
    let stage: StoreStage
    let journals: TemporaryDirectory
    /// The provider as it was started last.
    private(set) var test: TestProvider
    private(set) var witness: Witness

    init(_ kind: StoreKind, policy: PINRetryPolicy = .standard) async throws {
        stage = try await StoreStage(kind)
        journals = try TemporaryDirectory()
        let first = try TestProvider(policy: policy)
        witness = try await Self.open(stage, journals, first)
        test = TestProvider(first, on: witness.store)
    }

    var directory: String { journals.url.path }

    /// What all journals say now.
    var ledger: WitnessLedger {
        get async throws { try await WitnessJournals.ledger(in: directory, hsm: test.hsm) }
    }

    private static func open(
        _ stage: StoreStage, _ journals: TemporaryDirectory, and peers: [String] = [], through silent: SilentFiles? = nil,
        _ test: TestProvider
    ) async throws -> Witness {
        try await Witness.open(
            stage.store, in: journals.url.path, and: peers, hsm: test.hsm, for: .serving, peerFiles: silent?.files ?? .system,
            patience: silent?.patience ?? .standard, unusedAccountLifetime: 86_400_000,
            clock: { [clock = test.clock] in clock.now })
    }

    /// Ends the provider.
    func stop() async { await witness.journals.close() }

    /// The witness of another server on the same database and journals.
    func open() async throws -> Witness { try await Self.open(stage, journals, test) }

    /// Another server on the same database and journals, beside this one.
    func withAnotherServer(_ body: (TestProvider) async throws -> Void) async throws {
        let other = try await Self.open(stage, journals, test)
        do {
            try await body(TestProvider(test, on: other.store))
        } catch {
            await other.journals.close()
            throw error
        }
        await other.journals.close()
    }

    /// A server on another machine, with journals of its own, beside this one; each of them may read the other's.
    ///
    /// - Parameter silent: through which the other one reads this one's.
    func withAnotherMachine(
        areLinked: Bool = true, through silent: SilentFiles? = nil, _ body: (TestProvider, Witness) async throws -> Void
    ) async throws {
        await stop()
        let other = try TemporaryDirectory()
        witness = try await Self.open(stage, journals, and: areLinked ? [other.url.path] : [], test)
        test = TestProvider(test, on: witness.store)
        let second = try await Self.open(stage, other, and: areLinked ? [directory] : [], through: silent, test)
        do {
            try await body(TestProvider(test, on: second.store), second)
        } catch {
            await second.journals.close()
            throw error
        }
        await second.journals.close()
        withExtendedLifetime(other) {}
    }

    /// Starts it again, on the database and the journals as they are.
    ///
    /// - Throws: `Witness.Refusal` and what journals are refused with.
    func start() async throws {
        witness = try await Self.open(stage, journals, test)
        test = TestProvider(test, on: witness.store)
    }

    /// What an operator does with `witness check` and `witness reconcile`.
    func compare(writes: Bool) async throws -> WitnessComparison.Findings {
        try await Witness.compare(
            stage.store, in: directory, hsm: test.hsm, writes: writes, by: .operator(name: "test"), unusedAccountLifetime: 86_400_000,
            clock: { [clock = test.clock] in clock.now })
    }

    func advance(milliseconds: Int64) async throws {
        try await stage.advance(milliseconds: milliseconds)
        test.clock.advance(milliseconds: milliseconds)
    }

    // MARK: Backups

    private static let tables = ["account", "message", "wallet_key", "solution"]

    /// Keeps a copy of all tables.
    func backUp() async throws {
        try await stage.run(Self.tables.map { "CREATE TABLE backup_\($0) AS SELECT * FROM \($0)" })
    }

    /// Puts the copy in their place, as it was.
    func restore() async throws {
        try await stage.run(
            Self.tables.reversed().map { "DELETE FROM \($0)" } + Self.tables.map { "INSERT INTO \($0) SELECT * FROM backup_\($0)" })
    }
}
