// SPDX-License-Identifier: EUPL-1.2

/// A bounded number of connections to one database, each on a thread of its own.
///
/// Connections are made when they are needed. After the loss of one, calls make a new one at once; when that fails, calls are `unavailable`
/// without waiting until `reconnectPause` is over.
package final class PostgresPool: Sendable {
    private let workers: WorkerPool<PostgresSession>

    /// A pool without connections yet.
    ///
    /// - Throws: `PostgresError` with `configuration` when a setting is outside its range or the address does not parse.
    package init(_ configuration: PostgresConfiguration) throws(PostgresError) {
        try configuration.validate()
        let gate = ConnectionGate(pause: configuration.reconnectPause)
        workers = WorkerPool(
            .init(
                name: "postgres", threads: configuration.connections, queue: configuration.queueLimit, time: configuration.callTimeLimit),
            makeWorker: { PostgresSession(configuration, gate: gate) })
    }

    deinit { workers.stop() }

    /// Does a statement as a transaction of its own: as a whole or not at all, and on disk when it returns.
    ///
    /// It takes no longer than a call may, nor than the request's deadline; then it is taken back, unless it is to come to its end.
    ///
    /// One that meets another statement (40001, 40P01) is done up to three times more. When the task is cancelled, the statement is as well,
    /// if the server still can; its outcome is what is returned or thrown.
    ///
    /// - Parameter values: for $1, $2 and so on, of the types that the statement names, or `null`.
    /// - Returns: the rows of its result, of which each column has a type of `PostgresType`.
    /// - Throws: `PostgresError`: `unavailable`, `refused`, and nothing was changed; `outcomeUnknown`, only if `statement` must not be
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

    /// Ends the connections, after the calls that are under way, but after the time limit at the latest. Later calls are `unavailable`.
    package func close() async {
        workers.stop()
        await workers.ended()
    }

    private static func error(for refusal: any Error, _ statement: PostgresStatement) -> PostgresError {
        switch refusal as? WorkerPool<PostgresSession>.Refusal {
        case .late(isUnderWay: true): PostgresFailure.late.error(of: statement.repetition)
        case .late(isUnderWay: false): PostgresError(.unavailable, "no connection was free in time")
        case .full: PostgresError(.unavailable, "too many calls wait for the database")
        case .cancelled: PostgresError(.unavailable, "the caller was cancelled")
        case .closed, nil: PostgresError(.unavailable, "the database was closed")
        }
    }
}
