// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DurableFiles
import Foundation
import ServerCommands
import ServerState
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

extension AccountCommands {
    /// `accounts move`: moves all accounts from SQLite to PostgreSQL.
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move all accounts from SQLite to an empty PostgreSQL database.",
            discussion: """
                Stop the provider and the portal first, and migrate the target. Run the command as the migrating role. All tables, including the \
                audit log, are moved in one transaction, and the audit log records the move. After a failure nothing has been moved. The keys \
                stay where they are. Afterwards the SQLite file's name ends in .moved, so that no server uses it.
                """)

        @OptionGroup
        var backend: BackendOptions

        @OptionGroup
        var person: OperatorOptions

        @Option(help: ArgumentHelp("The SQLite file: sqlite:PATH. Default: accounts.sqlite in STATE.", valueName: "source"))
        var from: String?

        @Option(help: ArgumentHelp("The PostgreSQL database, without a password in it. Default: --database.", valueName: "url"))
        var to: String?

        @Option(help: ArgumentHelp("With --to: a file with its password on the first line. Default: ~/.pgpass.", valueName: "file"))
        var toPasswordFile: String?

        func validate() throws {
            guard from.map({ $0.hasPrefix("sqlite:") && $0 != "sqlite:" }) ?? true else {
                throw ValidationError("--from must be sqlite: followed by the path of the file")
            }
            guard to != nil || backend.database != nil else {
                throw ValidationError("--to must be the address of the target: postgresql://…")
            }
            guard toPasswordFile == nil || to != nil else { throw ValidationError("--to-password-file needs --to") }
            _ = try target()
        }

        func run() async throws {
            let file = from.map { SetupDirectory.absolute(String($0.dropFirst("sqlite:".count))) } ?? backend.files.accounts
            guard FileManager.default.fileExists(atPath: file) else {
                throw StartError("There is no account database \(file). Nothing was changed.")
            }
            guard !FileManager.default.fileExists(atPath: ProviderFiles.moved(file)) else {
                throw StartError("\(ProviderFiles.moved(file)) is left from an earlier move: put it elsewhere. Nothing was changed.")
            }
            guard let target = try target().postgres() else { throw StartError("--to is missing") }
            let directory = try ServerDirectory(opening: DurableFile(file).directory)
            defer { directory.unlock() }
            let counts = try await backend.withHSM(mayMakeKeys: false) { hsm in
                let source = try SQLiteAccountStore(path: file, timeouts: backend.timeouts)
                do {
                    let counts = try await AccountMove(source: source, target: target, hsm: hsm, clock: { Date() }).run(by: person.actor)
                    try? source.close()
                    return counts
                } catch {
                    try? source.close()
                    throw Self.startError(for: error, file)
                }
            }
            for table in AccountTable.allCases { Terminal.write("\(table.rawValue)\t\(counts[table] ?? 0)") }
            // SQLite looks for the log under the name of its database. The log is empty or missing, unless another program still reads.
            try? DurableFile(file + "-wal").rename(to: ProviderFiles.moved(file) + "-wal")
            try? DurableFile.remove(file + "-shm")
            do {
                try DurableFile(file).rename(to: ProviderFiles.moved(file))
            } catch {
                throw StartError("All accounts were moved, but \(error.reason). Remove the file, so that no server uses it.")
            }
            Terminal.write(
                "moved; the former file is \(ProviderFiles.moved(file)). Serve with --database, and run: wallet-provider witness check")
        }

        /// The error for the operator, with the recommended action.
        private static func startError(for error: any Error, _ file: String) -> any Error {
            switch error {
            case let damage as AuditDamage:
                StartError("\(damage): give the keys that belong to these accounts (--state, --hsm-…). Nothing was changed.")
            case let error as PostgresError where error.code == .outcomeUnknown:
                StartError(
                    "The connection ended during the commit. If wallet-provider audit verify --print, with --database, ends with move_accounts, all was "
                        + "moved: rename \(file) to \(ProviderFiles.moved(file)). Otherwise run the move again.")
            default: error
            }
        }

        /// The options of the target, checked like a server's options.
        private func target() throws -> BackendOptions {
            guard let to else { return backend }
            let password = toPasswordFile.map { ["--database-password-file", $0] } ?? []
            do {
                let limit = ["--database-milliseconds", "\(backend.storeTimeouts.databaseMilliseconds)"]
                return try BackendOptions.parse(["--state", backend.state, "--database", to] + password + limit)
            } catch {
                throw ValidationError("--to: " + BackendOptions.message(for: error))
            }
        }
    }
}
