// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
package import WalletProvider

/// The provider's database on a PostgreSQL server: any number of replicas, one database.
///
/// Every call is one statement, and so one transaction and one round trip, READ COMMITTED. What depends on a condition is one UPDATE of the
/// wallet's row with the whole condition; the rest of the statement follows from what that returned. When two messages meet, the second one
/// waits for the first one's row and is judged by what that left, so no other table may hold a part of the condition.
package struct PostgresAccountStore: AccountStore {
    let pool: PostgresPool

    /// Opens the database; it is not changed.
    ///
    /// - Parameter serving: the role must have every privilege that a server needs.
    /// - Throws: `AccountStoreError`: `migrationNeeded`, `newerVersion` or `damaged` when its version is another one, `unavailable`.
    package init(_ configuration: PostgresConfiguration, serving: Bool = false) async throws(AccountStoreError) {
        do {
            try await PostgresMigrator(configuration).check(serving: serving)
            pool = try PostgresPool(configuration)
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Brings the database to the version of this program, from an empty one as well. Safe to run on several machines at once, and while an
    /// older version serves.
    ///
    /// - Returns: the numbers of the migrations that were done here.
    /// - Throws: `AccountStoreError`: `newerVersion` or `damaged`, and nothing was changed; `unavailable`, then it can be run again.
    package static func migrate(_ configuration: PostgresConfiguration) async throws(AccountStoreError) -> [Int64] {
        do {
            return try await PostgresMigrator(configuration).migrate()
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Ends the connections, after the calls that are under way. Later calls are `unavailable`.
    package func close() async { await pool.close() }

    /// Does a statement.
    func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = []) async throws(AccountStoreError) -> [PostgresRow] {
        do {
            return try await pool.execute(statement, values)
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Reads a row.
    func reading<Value>(_ body: () throws -> Value) throws(AccountStoreError) -> Value {
        do {
            return try body()
        } catch let error as PostgresError {
            throw AccountStoreError(error)
        } catch let error as AccountStoreError {
            throw error
        } catch {
            throw AccountStoreError(.damaged, "a stored value does not parse")
        }
    }
}

extension AccountStoreError {
    /// What went wrong in the words of the accounts. Whatever the server refuses has changed nothing, as an outage has not.
    fileprivate init(_ error: PostgresError) {
        let code: Code =
            switch error.code {
            case .outcomeUnknown: .outcomeUnknown
            case .damaged: .damaged
            case .newerVersion: .newerVersion
            case .migrationNeeded: .migrationNeeded
            default: .unavailable
            }
        self.init(code, error.description)
    }

    static let unreadable = AccountStoreError(.damaged, "a stored value is none of those that are written")
}
