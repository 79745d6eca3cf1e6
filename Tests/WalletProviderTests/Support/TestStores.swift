// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import GRDB
import PostgresClient
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

/// A database of accounts, beside the stores that use it.
enum TestStores: Sendable {
    /// A file; stores use the system's clock unless there is one of a test. The directory exists as long as this value.
    case sqlite(file: String, TestClock?, TemporaryDirectory)
    case postgres(PostgresDatabase)

    /// Creates an empty database.
    ///
    /// - Parameters:
    ///   - cluster: the server for a database of kind `postgres`; by default the server shared by all tests.
    ///   - stopsClock: true for a clock that the test moves.
    init(_ kind: StoreKind, on cluster: PostgresCluster? = nil, stopsClock: Bool = true) async throws {
        switch kind {
        case .sqlite:
            let directory = try TemporaryDirectory()
            self = .sqlite(file: directory.path("accounts.sqlite"), stopsClock ? TestClock() : nil, directory)
        case .postgres: self = .postgres(try await .migrated(on: cluster, stopsClock: stopsClock))
        }
    }

    /// Opens a store, like a replica.
    func open() async throws -> any AccountStore & AuditStore & WitnessedAccounts {
        switch self {
        case .sqlite(let file, let clock, _): try SQLiteAccountStore(path: file, timeouts: .patient, clock: { clock?.now ?? Date() })
        case .postgres(let server): try await PostgresAccountStore(server.configuration)
        }
    }

    var server: PostgresDatabase? { if case .postgres(let server) = self { server } else { nil } }

    var file: String? { if case .sqlite(let file, _, _) = self { file } else { nil } }

    var now: Timestamp {
        get async throws {
            switch self {
            case .sqlite(_, let clock, _): Timestamp(clock?.now ?? Date())
            case .postgres(let server):
                Timestamp(milliseconds: try #require(Int64(try await server.run("SELECT now FROM public.test_clock").joined())))
            }
        }
    }

    /// Moves the test's clock; without one, in a file, the starts of all waiting periods.
    func advance(milliseconds: Int64) async throws {
        switch self {
        case .sqlite(_, let clock?, _): clock.advance(milliseconds: milliseconds)
        case .sqlite: try await run(["UPDATE account SET wait_until = wait_until - \(milliseconds) WHERE wait_until IS NOT NULL"])
        case .postgres(let server): try await server.advanceClock(milliseconds: milliseconds)
        }
    }

    /// Returns the integers in the first column of the rows that SQL for both databases selects.
    func integers(_ sql: String) async throws -> [Int] {
        switch self {
        case .sqlite(let file, _, _):
            let queue = try DatabaseQueue.beside(file)
            defer { try? queue.close() }
            return try await queue.read { try Int.fetchAll($0, sql: sql) }
        case .postgres(let server):
            return try await server.run("SET search_path = wallet_provider;\n" + sql).compactMap { Int($0) }
        }
    }

    /// Runs SQL that both databases understand as one transaction.
    func run(_ statements: [String]) async throws {
        switch self {
        case .sqlite(let file, _, _):
            let queue = try DatabaseQueue.beside(file, checksReferences: false)
            defer { try? queue.close() }
            try await queue.write { try $0.execute(sql: statements.joined(separator: ";\n")) }
        case .postgres(let server):
            try await server.run("SET search_path = wallet_provider;\n" + statements.joined(separator: ";\n"))
        }
    }
}

extension DatabaseQueue {
    /// Opens the file of a running store, and waits for its locks.
    static func beside(_ file: String, checksReferences: Bool = true) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = checksReferences
        return try DatabaseQueue(path: file, configuration: configuration)
    }
}

extension PostgresDatabase {
    /// Creates an empty database of accounts.
    ///
    /// - Parameters:
    ///   - cluster: its server; by default the server shared by all tests.
    ///   - stopsClock: true for a clock that the test moves.
    static func migrated(on cluster: PostgresCluster? = nil, stopsClock: Bool = true) async throws -> PostgresDatabase {
        let shared = cluster == nil ? try await PostgresCluster.shared() : nil
        let database = try await #require(cluster ?? shared).makeDatabase()
        _ = try await PostgresAccountStore.migrate(database.configuration)
        if stopsClock { try await database.stopClock(at: Timestamp(TestClock().now).milliseconds) }
        return database
    }

    /// Settings for tests: no pause before a retry, and time limits that a busy machine does not exceed.
    var configuration: PostgresConfiguration {
        var configuration = PostgresConfiguration(address: PostgresAddress(address()), timeouts: .patient)
        configuration.reconnectPause = .zero
        return configuration
    }
}
