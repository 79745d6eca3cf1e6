// SPDX-License-Identifier: EUPL-1.2

package import PostgresClient
import ProviderProtocol
package import WalletProvider

/// The provider's database on a PostgreSQL server, shared by any number of replicas.
///
/// Each call is one statement, and so one transaction and one round trip, READ COMMITTED. A conditional change is one UPDATE of the
/// wallet's row with the whole condition; the rest of the statement uses the UPDATE's result. Of two concurrent messages, the second waits
/// for the row lock and is checked against the first one's result. So the condition must not depend on any other table.
///
/// Only the outcomes of unlocks may be written later, many in one statement (`OutcomeQueue`). This store commits a wallet's outcome before
/// it reads or changes the wallet's attempts. Another replica sees the attempt as counted until then.
package struct PostgresAccountStore: AccountStore {
    let pool: PostgresPool
    /// The outcomes of unlocks that are written later; nil if they are written at once.
    let outcomes: OutcomeQueue?

    /// The delay of outcomes that a server uses.
    package static let outcomeDelay = Duration.milliseconds(5)

    /// Opens the database without changing it.
    ///
    /// - Parameters:
    ///   - serving: true also checks that the role has every privilege that a server needs.
    ///   - outcomeDelay: the longest time from the end of `settleAttempt` until the outcome of an unlock is sent to the database; nil for
    ///     no delay.
    ///   - timer: measures that time.
    ///   - report: receives the error of each such outcome that was lost.
    /// - Throws: `AccountStoreError`: `migrationNeeded`, `newerVersion` or `damaged` if the version differs; `incomplete` during a move of
    ///   accounts into it; `unavailable`.
    package init(
        _ configuration: PostgresConfiguration, serving: Bool = false, outcomeDelay: Duration? = nil, timer: OutcomeTimer = .system,
        report: @escaping @Sendable (AccountStoreError) -> Void = { _ in }
    ) async throws(AccountStoreError) {
        do {
            try await PostgresMigrator(configuration).check(serving: serving)
            let pool = try PostgresPool(configuration)
            self.pool = pool
            outcomes = outcomeDelay.map { OutcomeQueue(pool, delay: $0, timer: timer, report: report) }
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

    /// Commits what waits, and closes the connections after the calls in progress. Later calls throw `unavailable`.
    package func close() async {
        // Ends by the time limit of calls; without a database the outcomes are lost and reported.
        try? await commitOutcomes()
        await pool.close()
    }

    /// Waits until an unlock of this wallet whose outcome is still queued is committed, or lost and reported. To be called before every
    /// statement that reads or changes the wallet's attempts or the answers to its messages.
    ///
    /// - Throws: `AccountStoreError` with `unavailable` at the request's deadline.
    func commitOutcome(of walletID: WalletID) async throws(AccountStoreError) { try await outcomes?.commit(walletID) }

    /// `commitOutcome` before a reservation.
    ///
    /// - Throws: `AccountStoreError` with `unavailable`, also if the wait left too little time for an attempt.
    func commitOutcome(beforeAttemptOf walletID: WalletID) async throws(AccountStoreError) {
        guard let outcomes, outcomes.isOpen(walletID) else { return }
        try await outcomes.commit(walletID)
        try AccountStoreError.requireTimeForAttempt()
    }

    /// Waits until all outcomes queued before are committed, or lost and reported.
    ///
    /// - Throws: as `commitOutcome`.
    package func commitOutcomes() async throws(AccountStoreError) { try await outcomes?.commitAll() }

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
    init(_ error: PostgresError) {
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
