// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DurableFiles
import Foundation
import PostgresClient
import ServerCommands
import ServerState
import WalletProvider
import WalletProviderSQLite

extension AccountCommands {
    /// `accounts move`: moves all accounts from SQLite to PostgreSQL.
    struct Move: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move all accounts from SQLite to an empty PostgreSQL database.",
            discussion: """
                Stop the provider and the portal first, and migrate the target. Run it as the migrating role. All tables, with the \
                audit log, are copied, read back from PostgreSQL and compared; the audit log records the move. After a failure the SQLite \
                file is in use as before. After a kill or a lost connection run the same command again: it continues, and finds out if \
                everything was moved. Servers refuse a target until its move is complete, and a file whose accounts were moved, whose name \
                then ends in .moved. The keys stay where they are.
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
            guard let target = try target().postgres() else { throw StartError("--to is missing") }
            let directory = try ServerDirectory(opening: DurableFile(source()).directory)
            defer { directory.unlock() }
            // Another run may have renamed the file before the directory was locked.
            let file = try source()
            let counts = try await backend.withHSM(mayMakeKeys: false) { hsm in
                let source = try SQLiteAccountStore(path: file, timeouts: backend.timeouts, mayBeMoved: true)
                defer { try? source.close() }
                do {
                    return try await AccountMove(source: source, target: target, hsm: hsm, clock: { Date() }).run(by: person.actor)
                } catch {
                    throw Self.startError(for: error, file, isMarked: (try? source.moveMark()) != nil)
                }
            }
            for table in AccountTable.allCases { Terminal.write("\(table.rawValue)\t\(counts[table] ?? 0)") }
            if !ProviderFiles.isMoved(file) { try Self.rename(file) }
            let former = ProviderFiles.isMoved(file) ? file : ProviderFiles.moved(file)
            Terminal.write("moved; the former file is \(former). Serve with --database, and run: wallet-provider witness check")
        }

        /// The SQLite file, which an earlier run may have renamed already.
        private func source() throws -> String {
            let file = from.map { SetupDirectory.absolute(String($0.dropFirst("sqlite:".count))) } ?? backend.files.accounts
            let isThere = FileManager.default.fileExists(atPath: file)
            let moved = ProviderFiles.moved(file)
            guard FileManager.default.fileExists(atPath: moved) else {
                guard isThere else { throw StartError("There is no account database \(file). Nothing was changed.") }
                // SQLite would make a database of an empty file, and a lost one would count as moved.
                guard ProviderFiles.hasContent(file) else {
                    throw StartError("\(file) is empty: put the database back. Nothing was changed.")
                }
                return file
            }
            guard !isThere else { throw StartError("\(moved) is left from an earlier move: put it elsewhere. Nothing was changed.") }
            return moved
        }

        /// Renames the file, which refuses to serve under either name.
        private static func rename(_ file: String) throws {
            // SQLite looks for the log under the name of its database, so a log with content must keep it.
            let log = try? FileManager.default.attributesOfItem(atPath: file + "-wal")[.size] as? NSNumber
            guard (log?.int64Value ?? 0) == 0 else {
                throw StartError("All accounts were moved, but another program uses \(file): end it and run the command again.")
            }
            do {
                try DurableFile(file).rename(to: ProviderFiles.moved(file))
            } catch {
                throw StartError("All accounts were moved, but \(error.reason). No server uses the file; run the command again.")
            }
            for ending in ["-wal", "-shm"] { try? DurableFile.remove(file + ending) }
        }

        /// The error for the operator, with the recommended action.
        private static func startError(for error: any Error, _ file: String, isMarked: Bool) -> any Error {
            switch error {
            case let damage as AuditDamage:
                StartError("\(damage): give the keys that belong to these accounts (--state, --hsm-…). Nothing was changed.")
            case is AccountMoveError: error
            case _ where isMarked:
                StartError(
                    "\(error). Whether the accounts were moved is not known yet, and no server uses \(file): run the command again, with "
                        + "the same target.")
            case let error as PostgresError where error.state == SQLState("42501"):
                StartError("\(error): give the role that owns the target's tables, as for migrate. Nothing was moved.")
            case let error as PostgresError where error.code == .unavailable:
                StartError("\(error). Nothing was moved, and \(file) serves as before. Run the command again: it continues.")
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
