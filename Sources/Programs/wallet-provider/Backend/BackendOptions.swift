// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import ProviderState
import ServerCommands
import WalletProviderPostgres

/// The locations of accounts and keys: files in the state directory by default.
struct BackendOptions: ParsableArguments {
    @Option(help: "The directory for files: accounts, keys, a development certificate.")
    var state: String

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database for the accounts, without a password in it. Default: SQLite in STATE.",
            valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "A file with the database's password on its first line, of which only its owner may read. Default: ~/.pgpass, if there is one.",
            valueName: "file"))
    var databasePasswordFile: String?

    @OptionGroup
    var token: TokenOptions

    @Option(
        help: ArgumentHelp(
            "A file with settings: a JSON object with options of 'serve' by their names. The command line and the environment, such as "
                + "WALLET_PROVIDER_PORT for --port, go before it.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "A directory for the witness's journals, which notice a database from a backup; not on the database's disk. Default: no witness.",
            valueName: "directory"))
    var witnessJournal: String?

    @Option(
        name: .customLong("witness-peer"),
        help: ArgumentHelp(
            "A directory with the journals of another machine's servers of the same database, which are only read; may be given more than once. "
                + "Not needed when all servers share one directory.", valueName: "directory"))
    var witnessPeers: [String] = []

    @Option(
        help: ArgumentHelp(
            "After how long an account that was never used is dropped, the same for all servers: 1 second to 1 year.", valueName: "seconds")
    )
    var unusedAccountSeconds = 86_400

    @OptionGroup
    var storeTimeouts: StoreTimeoutOptions

    func validate() throws {
        guard witnessPeers.isEmpty || witnessJournal != nil else { throw ValidationError("--witness-peer goes with --witness-journal") }
        guard Set(witnessPeers.map(Self.place)).count == witnessPeers.count, !witnessPeers.contains(where: { $0.isEmpty || isOwn($0) })
        else {
            throw ValidationError("--witness-peer is another directory than --witness-journal, each once")
        }
        guard (1...31_536_000).contains(unusedAccountSeconds) else {
            throw ValidationError("--unused-account-seconds is 1 to 31536000")
        }
        guard witnessJournal?.isEmpty != true else { throw ValidationError("--witness-journal is the path of a directory") }
        guard !state.isEmpty else { throw ValidationError("--state is the path of a directory, not an empty text") }
        if let database {
            guard database.hasPrefix("postgresql://") || database.hasPrefix("postgres://") else {
                throw ValidationError("--database begins with postgresql://")
            }
            let address = DatabaseAddress(database)
            guard !address.hasPassword else {
                // Every user on the machine can read a process's arguments.
                throw ValidationError("--database has no password in it; --database-password-file or ~/.pgpass have it")
            }
            guard address.hasOnlyWhatMayBeShown else {
                throw ValidationError(
                    "--database has a parameter that is not known to be no secret; see Documentation/Operations/database-and-token.md"
                )
            }
        }
        guard databasePasswordFile == nil || database != nil else {
            throw ValidationError("--database-password-file goes with --database")
        }
    }

    /// The time limits with these options, for a command; a server has further options.
    var timeouts: Timeouts {
        var timeouts = Timeouts.production
        storeTimeouts.apply(to: &timeouts)
        token.apply(to: &timeouts)
        return timeouts
    }

    private func isOwn(_ peer: String) -> Bool { witnessJournal.map(Self.place) == Self.place(peer) }

    private static func place(_ path: String) -> String {
        URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// The database server; nil for SQLite.
    ///
    /// - Throws: `StartError` if the password file cannot be read or is readable by others, or a password is in the environment.
    func postgres() throws(StartError) -> PostgresConfiguration? {
        guard let database else { return nil }
        guard ProcessInfo.processInfo.environment["PGPASSWORD"] == nil else {
            throw StartError("PGPASSWORD is set; a password is in a file only: give --database-password-file, or use ~/.pgpass")
        }
        guard let databasePasswordFile else { return PostgresConfiguration(address: PostgresAddress(database), timeouts: timeouts) }
        let password = try SecretFile(path: databasePasswordFile).firstLine()
        return PostgresConfiguration(address: PostgresAddress(database, password: password), timeouts: timeouts)
    }
}
