// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import ProviderProtocol
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import WitnessFiles

/// A provider with a witness, whose database is restored from a backup while the journals continue.
final class WitnessStage {
    let stage: StoreStage
    let journals: TemporaryDirectory
    /// The provider as last started.
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

    /// The current content of all journals.
    var ledger: WitnessLedger {
        get async throws { try await WitnessJournals.ledger(in: directory, timeouts: .patient, hsm: test.hsm) }
    }

    private static func open(
        _ stage: StoreStage, _ journals: TemporaryDirectory, and peers: [String] = [], through silent: SilentFiles? = nil,
        _ test: TestProvider
    ) async throws -> Witness {
        try await Witness.open(
            stage.store, in: journals.url.path, and: peers, hsm: test.hsm, for: .serving, peerFiles: silent?.files ?? .system,
            timeouts: silent?.timeouts ?? .patient, unusedAccountLifetime: 86_400_000,
            clock: { [clock = test.clock] in clock.now })
    }

    /// Stops the provider.
    func stop() async { await witness.journals.close() }

    /// Opens the witness of a second server on the same database and journals.
    func open() async throws -> Witness { try await Self.open(stage, journals, test) }

    /// Runs a second server on the same database and journals beside this one.
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

    /// Runs a server on a second machine with its own journals beside this one; each may read the other's journals.
    ///
    /// - Parameter silent: the file access with which the second machine reads this one's journals.
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

    /// Starts the provider again on the current database and journals.
    ///
    /// - Throws: `Witness.Rejection` and the errors of the journals.
    func start() async throws {
        witness = try await Self.open(stage, journals, test)
        test = TestProvider(test, on: witness.store)
    }

    /// Acts like the commands `witness check` and `witness reconcile`.
    func compare(writes: Bool) async throws -> WitnessComparison.Findings {
        try await Witness.compare(
            stage.store, in: directory, timeouts: .patient, hsm: test.hsm, writes: writes, by: .operator(name: "test"),
            unusedAccountLifetime: 86_400_000,
            clock: { [clock = test.clock] in clock.now })
    }

    func advance(milliseconds: Int64) async throws {
        try await stage.advance(milliseconds: milliseconds)
        test.clock.advance(milliseconds: milliseconds)
    }

    // MARK: Backups

    private static let tables = ["account", "message", "wallet_key", "solution"]

    /// Copies all tables.
    func backUp() async throws {
        try await stage.run(Self.tables.map { "CREATE TABLE backup_\($0) AS SELECT * FROM \($0)" })
    }

    /// Replaces all tables by the copy.
    func restore() async throws {
        try await stage.run(
            Self.tables.reversed().map { "DELETE FROM \($0)" } + Self.tables.map { "INSERT INTO \($0) SELECT * FROM backup_\($0)" })
    }
}
