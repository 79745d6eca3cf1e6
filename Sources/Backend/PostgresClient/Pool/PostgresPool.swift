// SPDX-License-Identifier: EUPL-1.2

import BlockingWork

/// A limited number of connections to one database, each with its own thread.
///
/// Connections are opened on demand. After a connection is lost, the next call reconnects at once. If that fails, calls throw `unavailable`
/// without waiting until `reconnectPause` has passed.
package final class PostgresPool: Sendable {
    private let workers: WorkerPool<PostgresSession>

    /// Creates a pool without open connections.
    ///
    /// - Throws: `PostgresError` with `configuration` if a setting or the address is invalid.
    package init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        try configuration.validate()
        let gate = ConnectionGate(pause: configuration.reconnectPause)
        workers = WorkerPool(
            PoolLimits(
                name: "postgres", threads: configuration.connections, queue: configuration.queueLimit, time: configuration.callTimeLimit,
                callsAreShort: false, workersKeepDeadlines: true),
            makeWorker: { PostgresSession(configuration, gate: gate) })
    }

    deinit { workers.stop() }

    /// Executes a statement as its own transaction: completely or not at all, and durable when it returns.
    ///
    /// The call ends by its time limit and the request's deadline. At the limit the statement is rolled back, unless the work is marked to
    /// run to its end.
    ///
    /// A statement that conflicts with a different statement (40001, 40P01) is repeated up to three times. Cancelling the task cancels the
    /// statement if the server still can; the result or error shows the outcome.
    ///
    /// - Parameter values: the values of $1, $2 and so on, of the types that the statement declares, or `null`.
    /// - Returns: the rows of the result. Each column has a type of `PostgresType`.
    /// - Throws: `PostgresError`: `unavailable` or `refused` (nothing was changed); `outcomeUnknown`, only if `statement` must not be
    ///   repeated; `damaged`.
    package func execute(_ statement: PostgresStatement, _ values: [PostgresValue] = []) async throws(PostgresError) -> [PostgresRow] {
        do {
            return try await workers.perform { session, call in session.execute(statement, values, call: call) }.get()
        } catch let error as PostgresError {
            throw error
        } catch {
            throw Self.error(for: error, statement)
        }
    }

    /// Begins a statement for which no task waits, and returns at once. Otherwise works like `execute`, without a request's deadline.
    ///
    /// - Parameter end: called once with the result or the error, on any thread; it must not block.
    package func begin(
        _ statement: PostgresStatement, _ values: [PostgresValue],
        then end: @escaping @Sendable (Result<[PostgresRow], PostgresError>) -> Void
    ) {
        workers.begin({ session, call in session.execute(statement, values, call: call) }) { result in
            switch result {
            case .success(let outcome): end(outcome)
            case .failure(let refusal): end(.failure(Self.error(for: refusal, statement)))
            }
        }
    }

    /// Closes the connections after the calls in progress, at the latest after the time limit. Later calls throw `unavailable`.
    package func close() async {
        workers.stop()
        await workers.ended()
    }

    private static func error(for refusal: any Error, _ statement: PostgresStatement) -> PostgresError {
        switch refusal as? PoolRefusal {
        case .late(isUnderWay: true): PostgresFailure.late.error(of: statement.repetition)
        case .late(isUnderWay: false): PostgresError(.unavailable, "no connection was free in time")
        case .full: PostgresError(.unavailable, "too many calls wait for the database")
        case .cancelled: PostgresError(.unavailable, "the caller was cancelled")
        case .closed, nil: PostgresError(.unavailable, "the database was closed")
        }
    }
}
