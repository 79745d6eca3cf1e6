// SPDX-License-Identifier: EUPL-1.2

/// The time limits of a server: every wait for a client, a store, a journal or another server at whose end the server gives something up.
///
/// A program builds one value from its options and passes it to each part. No part has a limit of its own, so a test or a demo on a busy
/// machine can replace all limits at once. Pauses stay with the part that makes them, such as those between two checks, readings or
/// attempts: a pause that ends late gives nothing up.
package struct Timeouts: Sendable {
    // MARK: Connections

    /// An idle connection, and the TLS handshake and a request's header together. At the end the connection is closed.
    package var idle: Duration
    /// A request, from the end of its header to its own end, which limits its body. At the end the connection is closed, even if the
    /// request was answered.
    package var request: Duration
    /// The reading of an answer by the client. At the end the connection is closed.
    package var unreadAnswer: Duration

    // MARK: Requests

    /// The work of a request, from the end of its body. At the end the client gets 503 and may repeat the request.
    package var answer: Duration
    /// The part of `answer` that must be left to reserve an attempt at the PIN. With less, the client gets 503 and no attempt is counted.
    package var attemptMargin: Duration

    // MARK: Stores

    /// A call to PostgreSQL, with the wait for a connection. At the end the call is `unavailable`.
    package var databaseCall: Duration
    /// A call to a PKCS#11 token, with the wait for a session. At the end the call is `unavailable`.
    package var tokenCall: Duration
    /// The wait for another program's lock on an SQLite file with accounts. A write may wait twice, and is then `unavailable`.
    package var accountsLock: Duration
    /// The same wait for the issuer's SQLite file.
    package var issuerLock: Duration

    // MARK: Journals

    /// A read of the new records of a journal directory. After it, no request waits for the directory until the read has ended. A request
    /// that waits already gets 503 at its own deadline.
    package var journalNews: Duration
    /// The wait of a start for the next piece of another machine's file. At the end the start fails.
    package var journalStart: Duration
    /// A write to the own journal. After it, no work starts that needs the journal, until the write has ended.
    package var journalWrite: Duration

    // MARK: Other servers

    /// The complete answer of a login provider. At the end the login fails.
    package var login: Duration
    /// The complete answer of a wallet provider with a status list. At the end the list in use stays, or the wallet is refused.
    package var walletStatus: Duration
    /// The complete answer with the list of revoked Android certificates. At the end the list in use stays.
    package var revocationList: Duration
    /// The connection to the server with that list, and each pause in its answer.
    package var revocationListPause: Duration

    // MARK: Operation

    /// The age of the last result of a part's health check. An older result counts as down, because the check hangs.
    package var healthAge: Duration
    /// The running requests when the server stops, after its drain. At the end they are broken off.
    package var shutdown: Duration

    /// Measures the answers to requests, the waits for journals and the complete answer with the list of revoked Android certificates. The
    /// other limits always use the system's monotonic clock: they belong to sockets, and to threads that block.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// The limits of an installation, where phones get an answer within two seconds even if a part of the server is slow.
    package static let production = Timeouts(
        idle: .seconds(10), request: .seconds(20), unreadAnswer: .seconds(30), answer: .milliseconds(1700),
        attemptMargin: .milliseconds(300), databaseCall: .milliseconds(1700), tokenCall: .milliseconds(1700),
        accountsLock: .milliseconds(650), issuerLock: .seconds(5), journalNews: .seconds(1), journalStart: .seconds(10),
        journalWrite: .milliseconds(200), login: .seconds(10), walletStatus: .seconds(4), revocationList: .seconds(60),
        revocationListPause: .seconds(10), healthAge: .seconds(5), shutdown: .seconds(10))

    /// The limits of tests about something else than time, and of demos on a busy machine: only a part that hangs reaches them.
    package static let patient = Timeouts(
        idle: .seconds(60), request: .seconds(60), unreadAnswer: .seconds(60), answer: .seconds(60),
        attemptMargin: .milliseconds(300), databaseCall: .seconds(60), tokenCall: .seconds(60), accountsLock: .seconds(60),
        issuerLock: .seconds(60), journalNews: .seconds(60), journalStart: .seconds(60), journalWrite: .seconds(60), login: .seconds(60),
        walletStatus: .seconds(60), revocationList: .seconds(60), revocationListPause: .seconds(60),
        healthAge: .seconds(60), shutdown: .seconds(60))

    /// Returns the same limits, measured by a clock that a test turns.
    package func measured(by clock: any Clock<Duration>) -> Timeouts {
        var timeouts = self
        timeouts.clock = clock
        return timeouts
    }

    /// Returns the deadline of a request whose body has just arrived.
    package func deadline() -> Deadline {
        // The compiler makes much faster code for a clock whose type it knows.
        if let clock = clock as? ContinuousClock { return Deadline(after: answer, on: clock, attemptMargin: attemptMargin) }
        return Deadline(after: answer, on: clock, attemptMargin: attemptMargin)
    }
}
