// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import PostgresClient
import ServerCommands
import ServerState
import WalletVerifier
import WalletVerifierPostgres
import WalletVerifierSQLite

/// The locations of sessions, secret and parties: files in the state directory by default.
struct StoreOptions: ParsableArguments {
    @Option(help: "The directory for files: sessions, secret, parties, development certificates.")
    var state: String

    @Option(
        help: ArgumentHelp("A PostgreSQL database for the sessions, without a password in it. Default: SQLite in STATE.", valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "A file with the database's password on its first line, readable by its owner only. Default: ~/.pgpass, if it exists.",
            valueName: "file"))
    var databasePasswordFile: String?

    @Option(help: ArgumentHelp("How long a call to PostgreSQL may take, with the wait for a connection.", valueName: "milliseconds"))
    var databaseMilliseconds = Timeouts.production.databaseCall.wholeMilliseconds

    @Option(help: ArgumentHelp("How long a write to SQLite waits for another program's lock.", valueName: "milliseconds"))
    var lockMilliseconds = Timeouts.production.accountsLock.wholeMilliseconds

    @Option(
        help: ArgumentHelp(
            "A file with settings: a JSON object with options of 'serve' by their names. The command line and the environment, such as "
                + "WALLET_VERIFIER_PORT for --port, take precedence.", valueName: "file"))
    var config: String?

    func validate() throws {
        guard !state.isEmpty else { throw ValidationError("--state must be the path of a directory, not an empty text") }
        if let database { try DatabaseAddress(database).check() }
        guard databasePasswordFile == nil || database != nil else { throw ValidationError("--database-password-file needs --database") }
        try TimeLimitOption.check(
            [("database-milliseconds", databaseMilliseconds), ("lock-milliseconds", lockMilliseconds)], in: 100...60_000)
    }

    /// The time limits with these options; a server has further options.
    var timeouts: Timeouts {
        var timeouts = Timeouts.production
        timeouts.databaseCall = .milliseconds(databaseMilliseconds)
        timeouts.accountsLock = .milliseconds(lockMilliseconds)
        return timeouts
    }

    var files: VerifierFiles { VerifierFiles(directory: URL(filePath: state, directoryHint: .isDirectory).path) }

    /// The database server; nil for SQLite.
    ///
    /// - Throws: `StartError` if the password file cannot be read or is readable by other users, or a password is in the environment.
    func postgres() throws -> PostgresConfiguration? {
        guard let database else { return nil }
        guard ProcessInfo.processInfo.environment["PGPASSWORD"] == nil else {
            throw StartError("PGPASSWORD is set, but a password is read only from a file: give --database-password-file, or use ~/.pgpass")
        }
        let password = try databasePasswordFile.map { try SecretFile(path: $0).firstLine() }
        let address = password.map { PostgresAddress(database, password: $0) } ?? PostgresAddress(database)
        return PostgresConfiguration(verifierAt: address, timeouts: timeouts)
    }

    /// Opens the sessions for serving, and closes them after `body`.
    ///
    /// - Throws: `SessionStoreError` or `PostgresError` if they cannot be opened; errors of `body`.
    func withStore<Value>(_ body: (any SessionStore) async throws -> Value) async throws -> Value {
        guard let postgres = try postgres() else {
            let store = try SQLiteSessionStore(path: files.sessions, lock: timeouts.accountsLock)
            do {
                let value = try await body(store)
                try store.close()
                return value
            } catch {
                try? store.close()
                throw error
            }
        }
        let store = try await PostgresSessionStore(postgres, serving: true)
        do {
            let value = try await body(store)
            await store.close()
            return value
        } catch {
            await store.close()
            throw error
        }
    }
}

extension Setting {
    /// The settings of `StoreOptions`.
    static func store(_ options: @escaping @Sendable (Command) -> StoreOptions) -> [Setting] {
        [
            .text("state", isShared: true) { options($0).state }, .text("database", isShared: true) { options($0).database },
            .text("database-password-file", isShared: true) { options($0).databasePasswordFile },
            .number("database-milliseconds", isShared: true) { options($0).databaseMilliseconds },
            .number("lock-milliseconds", isShared: true) { options($0).lockMilliseconds },
        ]
    }
}
