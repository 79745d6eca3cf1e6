// SPDX-License-Identifier: EUPL-1.2

/// An unlock of a paced load.
struct PacedUnlock: Sendable {
    /// The id of its trace, by which the server's log names it.
    let trace: String
    let due: ContinuousClock.Instant
    /// From the due time until the unlock was sent: the share of the client, or of an earlier unlock on the connection.
    let late: Duration
    /// From the due time until the answer.
    let sinceDue: Duration

    var end: ContinuousClock.Instant { due + sinceDue }
}
