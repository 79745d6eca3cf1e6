// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ServerCommands
import ServerState
import WalletProviderPostgres
import WalletProviderSQLite

/// `wallet-provider migrate`: migrates the account database to this program's version.
struct Migrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Migrate the account database to this program's version.",
        discussion: """
            Migrations are numbered and go forward only. With PostgreSQL it may run while an older version serves, and on several machines at \
            once; serving starts only on a database of the right version. A SQLite database is also brought up to date when it is opened.
            """)

    @OptionGroup
    var backend: BackendOptions

    func run() async throws {
        guard let postgres = try backend.postgres() else {
            let directory = try ServerDirectory(opening: backend.state)
            defer { directory.unlock() }
            try directory.providerFiles.refuseMovedAccounts()
            if backend.token.hsmModule == nil { try directory.providerFiles.refuseLostAccounts() }
            try SQLiteAccountStore(path: directory.providerFiles.accounts, timeouts: backend.timeouts).close()
            return Terminal.write("\(directory.providerFiles.accounts) is up to date")
        }
        let done = try await PostgresAccountStore.migrate(postgres)
        Terminal.write(done.isEmpty ? "the database is up to date" : "migrations done: \(done.map(String.init).joined(separator: ", "))")
    }
}
