// SPDX-License-Identifier: EUPL-1.2

import GRDB
import PostgresCluster
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

/// The kinds of account store; all pass one suite.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite
    case postgres

    /// All: where PostgreSQL is missing its tests fail and say so.
    static var installed: [StoreKind] { allCases }
}

/// An empty store of a test's own, whose clock stands still until it is moved, and what tests tell it.
struct StoreStage: Sendable {
    private enum Database: Sendable {
        case sqlite(TemporaryDirectory, TestClock)
        case postgres(PostgresDatabase)
    }

    let store: any AccountStore & AuditStore & WitnessedAccounts
    private let database: Database

    /// - Parameter cluster: the server of a database of kind `postgres`; the one that all tests share unless another one is given.
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

    /// The database of kind `postgres`.
    var server: PostgresDatabase? { if case .postgres(let server) = database { server } else { nil } }

    /// The file of a database of kind `sqlite`.
    var file: String? { if case .sqlite(let directory, _) = database { directory.path("accounts.sqlite") } else { nil } }

    /// Another store on the same database, as another replica has it.
    func another() async throws -> any AccountStore & AuditStore { try await Self.open(database) }

    private static func open(_ database: Database) async throws -> any AccountStore & AuditStore & WitnessedAccounts {
        switch database {
        case .sqlite(let directory, let clock):
            try SQLiteAccountStore(path: directory.path("accounts.sqlite"), clock: { clock.now })
        case .postgres(let server): try await PostgresAccountStore(server.configuration)
        }
    }

    /// The store's clock now.
    var now: Timestamp {
        get async throws {
            switch database {
            case .sqlite(_, let clock): Timestamp(clock.now)
            case .postgres(let server):
                Timestamp(milliseconds: try #require(Int64(try await server.run("SELECT now FROM public.test_clock").joined())))
            }
        }
    }

    /// Moves the store's clock.
    func advance(milliseconds: Int64) async throws {
        switch database {
        case .sqlite(_, let clock): clock.advance(milliseconds: milliseconds)
        case .postgres(let server): try await server.advanceClock(milliseconds: milliseconds)
        }
    }

    /// What somebody does to the audit log who can write the database; `ENTRY` and `ZEROS` are two kinds of bytes.
    ///
    /// - Parameter guarded: whether the database's own guards stay; otherwise they are taken away first.
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

    /// Does SQL that both databases understand, as one transaction.
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
    let challenge = InstructionChallenge(instruction: .checkPIN, value: "c")
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

    func issue(_ number: Int64, counter: UInt32? = nil, for other: InstructionChallenge? = nil) async throws -> Bool {
        try await store.issue(
            other ?? challenge, lifetime: 60_000, evenIfRevoked: false, to: message(number, counter: counter), answer: answer)
    }

    func reserve(_ number: Int64, counter: UInt32? = nil, version: Int64 = 0) async throws -> Int? {
        try await store.reserveAttempt(
            for: message(number, counter: counter), answering: challenge, pinVersion: version, under: policy)
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
    /// Settings for tests: none waits for the next try, and none fails because the machine is busy.
    var configuration: PostgresConfiguration {
        var configuration = PostgresConfiguration(address: PostgresAddress(address()))
        configuration.reconnectPause = .zero
        configuration.callTimeLimit = .seconds(40)
        return configuration
    }
}

extension AccountStore {
    /// The account alone.
    func account(of walletID: WalletID) async throws -> Account? {
        try await account(of: walletID, withMessage: 0, recordedWithin: 0)?.account
    }

    /// The recorded message alone.
    func message(of walletID: WalletID, _ sequenceNumber: Int64, within retention: Int64 = .max) async throws -> RecordedMessage? {
        try await account(of: walletID, withMessage: sequenceNumber, recordedWithin: retention)?.message
    }
}
