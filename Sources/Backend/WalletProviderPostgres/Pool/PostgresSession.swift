// SPDX-License-Identifier: EUPL-1.2

/// What a thread of the pool works with: a connection that is made when it is needed, and made anew when it was lost.
final class PostgresSession {
    typealias Outcome<Value: Sendable> = WorkerPool<PostgresSession>.Outcome<Result<Value, PostgresError>>

    /// How often a statement that met another one is done again.
    private static let conflictLimit = 3

    private let configuration: PostgresConfiguration
    private let gate: ConnectionGate
    private var connection: PostgresConnection?

    init(_ configuration: PostgresConfiguration, gate: ConnectionGate) {
        self.configuration = configuration
        self.gate = gate
    }

    deinit { drop() }

    /// Does a statement; again where that is safe and may help: on a new connection, or after a conflict with another one.
    func execute(_ statement: PostgresStatement, _ values: [PostgresValue], call: Call) -> Outcome<[PostgresRow]> {
        // What comes too late to be known in time is not begun.
        let latestStart = statement.repetition == .harmless ? call.cancellationTime : min(call.cancellationTime, call.latestStart)
        guard ContinuousClock.now < latestStart else {
            return .done(.failure(PostgresError(.unavailable, "no connection was free in time")))
        }
        var conflicts = 0
        var renewals = 0
        while true {
            do throws(PostgresFailure) {
                return .done(.success(try connected(call).execute(statement, values, call: call)))
            } catch {
                let hadConnection = connection != nil
                if error.endsConnection { drop() }
                switch error {
                // Others can work, so it is not for this thread to say that the database is away.
                case .notConnected where !hadConnection && gate.hasConnections: return .handedBack(pause: configuration.reconnectPause)
                case .notConnected where hadConnection && renewals == 0: renewals += 1
                case .refused(let state, _) where error.endsConnection && renewals == 0 && !state.isDamage: renewals += 1
                case .refused(let state, _) where state.isConflict && conflicts < Self.conflictLimit: conflicts += 1
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
            // A caller who went away says nothing about the database, nor does one who had no time.
            if !call.isCancelled, !call.isShort { gate.failed(error) }
            throw error
        }
    }

    private func drop() {
        guard connection != nil else { return }
        connection = nil
        gate.closed()
    }
}
