// SPDX-License-Identifier: EUPL-1.2

/// The failure of a call on one connection. Together with the statement it determines the caller's error.
enum PostgresFailure: Error, Sendable, Hashable {
    /// There is no connection, and connecting failed.
    case notConnected(SQLState?, obstacle: ConnectionObstacle? = nil)
    /// The server rejected the statement; nothing was changed, and the connection stays usable. For a missing privilege, `object` is the
    /// table.
    case refused(SQLState, object: String? = nil)
    /// The connection was lost, or an answer was invalid, after data had been sent. Contains the last code received.
    case lost(SQLState?)
    /// The time ran out after data had been sent. The connection is no longer usable.
    case late
    /// The values do not match the statement, which is a bug in this program. Nothing was sent.
    case unfit
    /// A row contains a value of an unknown type.
    case unreadable

    /// libpq's own message may quote a value of the address.
    private static let unknownObstacle = "check host, port and parameters of the address; psql with the same address says more"

    /// True if the connection cannot be used again.
    var endsConnection: Bool {
        switch self {
        case .notConnected, .lost, .late: true
        case .refused(let state, _): state.asksForNewConnection || state.asksForNewPreparation
        case .unfit, .unreadable: false
        }
    }

    /// True if the server process of the connection may be the cause.
    var mayBeOfProcess: Bool { if case .refused(let state, _) = self { state.mayBeOfProcess } else { false } }

    /// Returns the error for the caller.
    func error(of repetition: PostgresStatement.Repetition) -> PostgresError {
        let unknown = PostgresError.Code.outcomeUnknown
        return switch (self, repetition) {
        case (.notConnected(let state, let obstacle), _):
            PostgresError(
                .unavailable, "no connection to the database: \(state?.sentence ?? obstacle?.sentence ?? Self.unknownObstacle)",
                state: state)
        case (.refused(let state, _), _) where state.isDamage: PostgresError(.damaged, "the database found damage", state: state)
        case (.refused(let state, let object), _) where state.isMissingPrivilege:
            PostgresError(.refused, "the role lacks a grant on \(object ?? "an object that is not a table of this program")", state: state)
        case (.refused(let state, _), _):
            PostgresError(state.isOutage ? .unavailable : .refused, "the database refused the statement", state: state)
        case (.lost(let state), .harmless): PostgresError(.unavailable, "the connection to the database was lost", state: state)
        case (.lost(let state), .forbidden): PostgresError(unknown, "the connection to the database was lost in between", state: state)
        case (.late, .harmless): PostgresError(.unavailable, "the database did not answer in time")
        case (.late, .forbidden): PostgresError(unknown, "the database did not answer in time, and may have done it")
        case (.unfit, _): PostgresError(.refused, "values that are not those of the statement")
        case (.unreadable, _): PostgresError(.damaged, "a result of a type that was never asked for")
        }
    }
}
