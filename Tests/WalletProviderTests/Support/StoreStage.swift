// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import GRDB
import PostgresCluster
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

/// The kinds of account store, all tested by the same suite.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case postgres

    /// All kinds. Without PostgreSQL its tests fail with an explanation.
    static var installed: [StoreKind] { allCases }
}

/// An empty store of one test, with a clock that the test moves, and helpers.
struct StoreStage: Sendable {
    private enum Database: Sendable {
        case sqlite(TemporaryDirectory, TestClock)
        case postgres(PostgresDatabase)
    }

    let store: any AccountStore & AuditStore & WitnessedAccounts
    private let database: Database

    /// - Parameter cluster: the server for a database of kind `postgres`; by default the server shared by all tests.
    init(_ kind: StoreKind, on cluster: PostgresCluster? = nil) async throws {
        switch kind {
        case .sqlite: database = .sqlite(try TemporaryDirectory(), TestClock())
        case .postgres:
            let shared = cluster == nil ? try await PostgresCluster.shared() : nil
            let server = try await #require(cluster ?? shared).makeDatabase()
            _ = try await PostgresAccountStore.migrate(server.configuration)
            try await server.stopClock(at: Timestamp(TestClock().now).milliseconds)
            database = .postgres(server)
        }
        store = try await Self.open(database)
    }

    var server: PostgresDatabase? { if case .postgres(let server) = database { server } else { nil } }

    var file: String? { if case .sqlite(let directory, _) = database { directory.path("accounts.sqlite") } else { nil } }

    /// Opens a second store on the same database, like a replica.
    func another() async throws -> any AccountStore & AuditStore { try await Self.open(database) }

    private static func open(_ database: Database) async throws -> any AccountStore & AuditStore & WitnessedAccounts {
        switch database {
        case .sqlite(let directory, let clock):
            try SQLiteAccountStore(path: directory.path("accounts.sqlite"), timeouts: .patient, clock: { clock.now })
        case .postgres(let server): try await PostgresAccountStore(server.configuration)
        }
    }

    var now: Timestamp {
        get async throws {
            switch database {
            case .sqlite(_, let clock): Timestamp(clock.now)
            case .postgres(let server):
                Timestamp(milliseconds: try #require(Int64(try await server.run("SELECT now FROM public.test_clock").joined())))
            }
        }
    }

    func advance(milliseconds: Int64) async throws {
        switch database {
        case .sqlite(_, let clock): clock.advance(milliseconds: milliseconds)
        case .postgres(let server): try await server.advanceClock(milliseconds: milliseconds)
        }
    }

    /// Changes the audit log like an attacker with write access to the database. `ENTRY` and `ZEROS` stand for two byte strings.
    ///
    /// - Parameter guarded: true keeps the database's own protection, otherwise it is removed first.
    func rewriteAuditLog(_ statements: [String], guarded: Bool = false) async throws {
        @Sendable func script(_ free: [String], entry: String, zeros: String) -> String {
            ((guarded ? [] : free) + statements).joined(separator: ";\n")
                .replacing("ENTRY", with: entry).replacing("ZEROS", with: zeros)
        }
        switch database {
        case .sqlite(let directory, _):
            let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"))
            defer { try? queue.close() }
            let free = ["DROP TRIGGER audit_keeps", "DROP TRIGGER audit_stays"]
            try await queue.write { try $0.execute(sql: script(free, entry: "x'7B7D'", zeros: "zeroblob(32)")) }
        case .postgres(let server):
            let free = ["DROP TRIGGER audit_keeps ON audit", "ALTER TABLE audit DROP CONSTRAINT audit_number_check"]
            try await server.run(
                "SET search_path = wallet_provider;\n" + script(free, entry: "'{}'::bytea", zeros: "decode(repeat('00', 32), 'hex')"))
        }
    }

    /// Runs SQL that both databases understand as one transaction.
    func run(_ statements: [String]) async throws {
        switch database {
        case .sqlite(let directory, _):
            var configuration = Configuration()
            configuration.busyMode = .timeout(5)
            configuration.foreignKeysEnabled = false
            let queue = try DatabaseQueue(path: directory.path("accounts.sqlite"), configuration: configuration)
            defer { try? queue.close() }
            try await queue.write { try $0.execute(sql: statements.joined(separator: ";\n")) }
        case .postgres(let server):
            try await server.run("SET search_path = wallet_provider;\n" + statements.joined(separator: ";\n"))
        }
    }

    // MARK: One wallet and its messages

    let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
    let answer = StoredAnswer(status: 200, body: [1, 2])
    let policy = PINRetryPolicy.standard

    func newAccount(_ walletID: WalletID? = nil, hash: UInt8 = 1, mark: UInt8 = 1, kind: DeviceKind = .apple) -> NewAccount {
        NewAccount(
            walletID: walletID ?? wallet, deviceKind: kind, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3, 4],
            revocationCodeMark: [UInt8](repeating: mark, count: 32), requestHash: [UInt8](repeating: hash, count: 32), sequenceNumber: 1,
            assertionCounter: kind == .apple ? 1 : 0)
    }

    func message(_ number: Int64, counter: UInt32? = nil) -> MessageIdentity {
        MessageIdentity(
            walletID: wallet, sequenceNumber: number, assertionCounter: counter ?? UInt32(number),
            requestHash: [UInt8](repeating: 9, count: 32))
    }

    /// Accepts a message without an effect.
    func take(_ number: Int64, counter: UInt32? = nil) async throws -> Bool {
        try await store.accept(
            message(number, counter: counter), evenIfRevoked: false, pinVersion: nil, change: .none, answer: answer)
    }

    func reserve(_ number: Int64, counter: UInt32? = nil, version: Int64 = 0) async throws -> Int? {
        try await store.reserveAttempt(
            for: message(number, counter: counter), pinVersion: version, under: policy)
    }

    func account() async throws -> Account {
        try #require(try await store.account(of: wallet))
    }

    func key(_ number: UInt8, _ purpose: WalletKeyPurpose = .credential) -> WalletKey {
        WalletKey(
            id: WalletKeyID { [UInt8](repeating: number, count: $0) }, purpose: purpose, publicKey: [UInt8](repeating: number, count: 64),
            wrapped: [number])
    }
}

extension PostgresDatabase {
    /// Settings for tests: no pause before a retry, and time limits that a busy machine does not exceed.
    var configuration: PostgresConfiguration {
        var configuration = PostgresConfiguration(address: PostgresAddress(address()), timeouts: .patient)
        configuration.reconnectPause = .zero
        return configuration
    }
}

extension AccountStore {
    func account(of walletID: WalletID) async throws -> Account? {
        try await account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    func message(of walletID: WalletID, _ sequenceNumber: Int64, within retention: Int64 = .max) async throws -> RecordedMessage? {
        try await account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)?.message
    }
}
