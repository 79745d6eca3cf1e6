// SPDX-License-Identifier: EUPL-1.2

package import PostgresClient
import WalletVerifier

/// The verifier's database on a PostgreSQL server, shared by any number of servers.
///
/// Each call is one statement, and so one transaction and one round trip, READ COMMITTED. A change of a session is one UPDATE with the
/// version in its condition: of two concurrent changes, the second waits for the row lock and then finds another version.
///
/// One role may own the schema `wallet_verifier` and serve. With two, the owner runs `wallet-verifier migrate`, and then
/// Deployment/postgres-verifier-grants.sql gives the serving role what it needs; a server checks that at its start.
package struct PostgresSessionStore: SessionStore {
    private let pool: PostgresPool

    /// Opens the database without changing it.
    ///
    /// - Parameter serving: true also checks that the role has every privilege that a server needs.
    /// - Throws: `PostgresError`: `migrationNeeded`, `newerVersion` or `damaged` if the version differs; `refused` if a privilege is
    ///   missing; `unavailable`, `configuration`.
    package init(_ configuration: PostgresConfiguration, serving: Bool = false) async throws(PostgresError) {
        try await PostgresMigrator(configuration).check(serving: serving)
        pool = try PostgresPool(configuration)
    }

    /// Migrates the database, which may be empty, to the version of this program. Safe to run concurrently on several machines, and while
    /// an older version of the program is serving.
    ///
    /// - Returns: the numbers of the migrations applied by this call.
    /// - Throws: `PostgresError`: `newerVersion` or `damaged` (nothing was changed); `unavailable` (a retry is safe).
    package static func migrate(_ configuration: PostgresConfiguration) async throws(PostgresError) -> [Int64] {
        try await PostgresMigrator(configuration).migrate()
    }

    /// Closes the connections after the calls in progress. Later calls throw `unavailable`.
    package func close() async { await pool.close() }

    /// Executes a statement and reads its rows with a function.
    func rows<Value>(
        of statement: PostgresStatement, _ values: [PostgresValue], _ read: (PostgresRow) throws(PostgresError) -> Value
    ) async throws(SessionStoreError) -> [Value] {
        do throws(PostgresError) {
            var result: [Value] = []
            for row in try await pool.execute(statement, values) { result.append(try read(row)) }
            return result
        } catch {
            throw SessionStoreError(error)
        }
    }

    /// Executes a statement that returns one row, and reads it with a function.
    func value<Value>(
        of statement: PostgresStatement, _ values: [PostgresValue], _ read: (PostgresRow) throws(PostgresError) -> Value
    ) async throws(SessionStoreError) -> Value {
        guard let value = try await rows(of: statement, values, read).first else {
            throw SessionStoreError(.damaged, "a result without a row")
        }
        return value
    }

    /// Executes a statement that returns no rows.
    func run(_ statement: PostgresStatement, _ values: [PostgresValue]) async throws(SessionStoreError) {
        do throws(PostgresError) {
            _ = try await pool.execute(statement, values)
        } catch {
            throw SessionStoreError(error)
        }
    }
}

extension SessionStoreError {
    /// Translates an error of the database. A statement that the server rejects has changed nothing, so it counts as an outage, except for
    /// a key that exists.
    init(_ error: PostgresError) {
        let code: Code =
            switch error.code {
            case .outcomeUnknown: .outcomeUnknown
            case .damaged: .damaged
            case .newerVersion: .newerVersion
            case .refused where error.state == SQLState("23505"): .damaged
            default: .unavailable
            }
        self.init(code, error.description)
    }
}
