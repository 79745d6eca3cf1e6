// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import PostgresClient
import ServerCommands
import ServerState
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
            "A file with the database's password on its first line, readable by its owner only. Default: ~/.pgpass, if it exists.",
            valueName: "file"))
    var databasePasswordFile: String?

    @OptionGroup
    var token: TokenOptions

    @Option(
        help: ArgumentHelp(
            "A file with settings: a JSON object with options of 'serve' by their names; those of 'portal' alone begin with portal-. The command line "
                + "and the environment, such as WALLET_PROVIDER_PORT for --port, take precedence.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp(
            "A directory for the witness's journals, which detect a restored database; on another disk than the database. Default: no witness.",
            valueName: "directory"))
    var witnessJournal: String?

    @Option(
        name: .customLong("witness-peer"),
        help: ArgumentHelp(
            "A directory with the journals of another machine's servers of the same database; only read; may be repeated. "
                + "Not needed if all servers share one directory.", valueName: "directory"))
    var witnessPeers: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time after which an unused account is deleted, the same for all servers: 1 second to 1 year.", valueName: "seconds")
    )
    var unusedAccountSeconds = 86_400

    @OptionGroup
    var storeTimeouts: StoreTimeoutOptions

    func validate() throws {
        guard witnessPeers.isEmpty || witnessJournal != nil else { throw ValidationError("--witness-peer needs --witness-journal") }
        guard Set(witnessPeers.map(Self.place)).count == witnessPeers.count, !witnessPeers.contains(where: { $0.isEmpty || isOwn($0) })
        else {
            throw ValidationError("--witness-peer must differ from --witness-journal and be given once for each directory")
        }
        guard (1...31_536_000).contains(unusedAccountSeconds) else {
            throw ValidationError("--unused-account-seconds must be 1 to 31536000")
        }
        guard witnessJournal?.isEmpty != true else { throw ValidationError("--witness-journal must be the path of a directory") }
        guard !state.isEmpty else { throw ValidationError("--state must be the path of a directory, not an empty text") }
        if let database { try DatabaseAddress(database).check() }
        guard databasePasswordFile == nil || database != nil else {
            throw ValidationError("--database-password-file needs --database")
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
    /// - Throws: `StartError` if the password file cannot be read or is readable by other users, or a password is in the environment.
    func postgres() throws -> PostgresConfiguration? {
        guard let database else { return nil }
        guard ProcessInfo.processInfo.environment["PGPASSWORD"] == nil else {
            throw StartError("PGPASSWORD is set, but a password is read only from a file: give --database-password-file, or use ~/.pgpass")
        }
        guard let databasePasswordFile else { return PostgresConfiguration(address: PostgresAddress(database), timeouts: timeouts) }
        let password = try SecretFile(path: databasePasswordFile).firstLine()
        return PostgresConfiguration(address: PostgresAddress(database, password: password), timeouts: timeouts)
    }
}
