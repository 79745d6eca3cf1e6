// SPDX-License-Identifier: EUPL-1.2

/// What ended a call on one connection; what its caller gets to know is decided from it and from the statement.
enum PostgresFailure: Error, Sendable, Hashable {
    /// There is no connection, and none could be made.
    case notConnected(SQLState?, obstacle: ConnectionObstacle? = nil)
    /// The server said no, and the connection lives on: nothing was changed. For a missing privilege, the table that it is about.
    case refused(SQLState, object: String? = nil)
    /// The connection was lost, or an answer made no sense, after something had been sent; with the last code that was received.
    case lost(SQLState?)
    /// The time was over after something had been sent. The connection is of no use any more.
    case late
    /// The values are not those of the statement: a mistake in this program; nothing was sent.
    case unfit
    /// A row holds a value of a type that is not known here.
    case unreadable

    /// Whether the connection cannot be used again.
    var endsConnection: Bool {
        switch self {
        case .notConnected, .lost, .late: true
        case .refused(let state, _): state.asksForNewConnection || state.asksForNewPreparation
        case .unfit, .unreadable: false
        }
    }

    /// What a caller gets to know.
    func error(of repetition: PostgresStatement.Repetition) -> PostgresError {
        let unknown = PostgresError.Code.outcomeUnknown
        return switch (self, repetition) {
        case (.notConnected(let state, let obstacle), _):
            PostgresError(
                .unavailable, "no connection to the database" + ((state?.sentence ?? obstacle?.sentence).map { ": " + $0 } ?? ""),
                state: state)
        case (.refused(let state, _), _) where state.isDamage: PostgresError(.damaged, "the database found damage", state: state)
        case (.refused(let state, let object), _) where state.isMissingPrivilege:
            PostgresError(.refused, "the role lacks a grant on \(object ?? "an object that is not a table of the provider")", state: state)
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
