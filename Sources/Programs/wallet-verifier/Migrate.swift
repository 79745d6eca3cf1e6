// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import ServerCommands
import ServerState
import WalletVerifierPostgres
import WalletVerifierSQLite

/// `wallet-verifier migrate`: migrates the database of sessions to this program's version.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Migrate the database of sessions to this program's version.",
        discussion: """
            Migrations are numbered and go forward only. With PostgreSQL it may run while an older version serves, and on several machines at \
            once. A SQLite database is also brought up to date when it is opened.
            """)

    @OptionGroup var store: StoreOptions

    func run() async throws {
        guard let postgres = try store.postgres() else {
            let directory = try ServerDirectory(opening: store.state)
            defer { directory.unlock() }
            try SQLiteSessionStore(path: store.files.sessions, lock: store.timeouts.accountsLock).close()
            return Terminal.write("\(store.files.sessions) is up to date")
        }
        let done = try await PostgresSessionStore.migrate(postgres)
        Terminal.write(done.isEmpty ? "the database is up to date" : "migrations done: \(done.map(String.init).joined(separator: ", "))")
    }
}
