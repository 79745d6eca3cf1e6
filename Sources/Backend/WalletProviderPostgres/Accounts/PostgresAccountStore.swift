// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
package import WalletProvider

/// The provider's database on a PostgreSQL server, shared by any number of replicas.
///
/// Each call is one statement, and so one transaction and one round trip, READ COMMITTED. A conditional change is one UPDATE of the
/// wallet's row with the whole condition; the rest of the statement uses the UPDATE's result. Of two concurrent messages, the second waits
/// for the row lock and is checked against the first one's result. So the condition must not depend on any other table.
package struct PostgresAccountStore: AccountStore {
    let pool: PostgresPool

    /// Opens the database without changing it.
    ///
    /// - Parameter serving: true also checks that the role has every privilege that a server needs.
    /// - Throws: `AccountStoreError`: `migrationNeeded`, `newerVersion` or `damaged` if the version differs; `incomplete` during a move of
    ///   accounts into it; `unavailable`.
    package init(_ configuration: PostgresConfiguration, serving: Bool = false) async throws(AccountStoreError) {
        do {
            try await PostgresMigrator(configuration).check(serving: serving)
            pool = try PostgresPool(configuration)
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Migrates the database, which may be empty, to the version of this program. Safe to run concurrently on several machines, and while
    /// an older version of the program is serving.
    ///
    /// - Returns: the numbers of the migrations applied by this call.
    /// - Throws: `AccountStoreError`: `newerVersion` or `damaged` (nothing was changed); `unavailable` (a retry is safe).
    package static func migrate(_ configuration: PostgresConfiguration) async throws(AccountStoreError) -> [Int64] {
        do {
            return try await PostgresMigrator(configuration).migrate()
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Closes the connections after the calls in progress. Later calls throw `unavailable`.
    package func close() async { await pool.close() }

    func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = []) async throws(AccountStoreError) -> [PostgresRow] {
        do {
            return try await pool.execute(statement, values)
        } catch {
            throw AccountStoreError(error)
        }
    }

    /// Reads a row; a value of an unexpected type throws `damaged`.
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
    /// Translates an error of the database. A statement that the server rejects has changed nothing, so it counts as an outage.
    fileprivate init(_ error: PostgresError) {
        let code: Code =
            switch error.code {
            case .outcomeUnknown: .outcomeUnknown
            case .damaged: .damaged
            case .newerVersion: .newerVersion
            case .migrationNeeded: .migrationNeeded
            case .incomplete: .incomplete
            default: .unavailable
            }
        self.init(code, error.description)
    }

    static let unreadable = AccountStoreError(.damaged, "a stored value is none of those that are written")
}
