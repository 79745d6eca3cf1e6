// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The worker of one pool thread: a connection that is opened on demand and reopened after a loss.
final class PostgresSession {
    typealias Outcome<Value: Sendable> = CallOutcome<Result<Value, PostgresError>>

    /// The pauses before the repetitions after a conflict, in seconds. Without a pause the repetition may take its rows again before
    /// PostgreSQL wakes the statement that waits for them, and the two block each other once more. The session sleeps on its own thread of
    /// the pool, which serves no other call meanwhile. Handing the call back would let another thread repeat it at once.
    private static let conflictPauses: [TimeInterval] = [0.005, 0.02, 0.08]
    /// The number of failures in a row after which a connection is replaced although it is open: its server process may be broken.
    private static let processFailureLimit = 3

    private let configuration: PostgresConfiguration
    private let gate: ConnectionGate
    private var connection: PostgresConnection?
    /// Failures in a row on this connection whose cause may be its server process.
    private var processFailures = 0

    init(_ configuration: PostgresConfiguration, gate: ConnectionGate) {
        self.configuration = configuration
        self.gate = gate
    }

    deinit { drop() }

    /// Executes a statement. Repeats it where that is safe and useful: on a new connection, or after a conflict.
    func execute(_ statement: PostgresStatement, _ values: [PostgresValue], call: Call) -> Outcome<[PostgresRow]> {
        // Do not start a statement so late that its outcome cannot be known in time.
        let latestStart = statement.repetition == .harmless ? call.cancellationTime : min(call.cancellationTime, call.latestStart)
        guard ContinuousClock.now < latestStart else {
            return .done(.failure(PostgresError(.unavailable, "no connection was free in time")))
        }
        var conflicts = 0
        var renewals = 0
        while true {
            do throws(PostgresFailure) {
                let rows = try connected(call).execute(statement, values, call: call)
                processFailures = 0
                return .done(.success(rows))
            } catch {
                let hadConnection = connection != nil
                processFailures = error.mayBeOfProcess ? processFailures + 1 : 0
                if error.endsConnection || processFailures >= Self.processFailureLimit { drop() }
                switch error {
                // Other threads have connections, so the failure of this thread does not prove that the database is down.
                case .notConnected where !hadConnection && gate.hasConnections: return .handedBack(pause: configuration.reconnectPause)
                case .notConnected where hadConnection && renewals == 0: renewals += 1
                case .refused(let state, _) where error.endsConnection && renewals == 0 && !state.isDamage: renewals += 1
                case .refused(let state, _) where state.isConflict && conflicts < Self.conflictPauses.count:
                    Thread.sleep(forTimeInterval: Self.conflictPauses[conflicts])
                    conflicts += 1
                case .lost where statement.repetition == .harmless && renewals == 0: renewals += 1
                default: return .done(.failure(error.error(of: statement.repetition)))
                }
                guard !call.isCancelled, ContinuousClock.now < latestStart else {
                    return .done(.failure(error.error(of: statement.repetition)))
                }
            }
        }
    }

    private func connected(_ call: Call) throws(PostgresFailure) -> PostgresConnection {
        if let connection, connection.isUsable { return connection }
        drop()
        try gate.enter()
        do {
            let connection = try PostgresConnection(configuration, call: call)
            gate.opened()
            self.connection = connection
            return connection
        } catch {
            // The failure of a cancelled or nearly expired call does not show a problem of the database.
            if !call.isCancelled, !call.isShort { gate.failed(error) }
            throw error
        }
    }

    private func drop() {
        guard connection != nil else { return }
        (connection, processFailures) = (nil, 0)
        gate.closed()
    }
}
