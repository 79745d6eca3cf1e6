// SPDX-License-Identifier: EUPL-1.2

/// The database of sessions and of webhooks that are to be sent.
///
/// Each function is one transaction, on disk when it returns. Several servers may share one database.
package protocol SessionStore: Sendable {
    /// Adds a session, unless the party has that many open sessions: state `created` or `fetched`, and `expiresAt` later than `now`.
    ///
    /// Calls for one party run one after another, so that the limit holds.
    ///
    /// - Parameters:
    ///   - limit: maximum number of open sessions of the party, this one included; at least 1.
    ///   - now: seconds since 1970.
    /// - Returns: false if the limit is reached; nothing was added.
    /// - Throws: ``SessionStoreError``; `damaged` if one of the three keys exists.
    func add(_ session: StoredSession, openAtMost limit: Int, at now: Int64) async throws(SessionStoreError) -> Bool

    /// The session with this key; nil without one.
    ///
    /// - Throws: ``SessionStoreError``.
    func session(_ key: SessionKey) async throws(SessionStoreError) -> StoredSession?

    /// Replaces state, version, times and contents of the session with `session.key`, and adds the note, if its stored version is still
    /// `session.version - 1`. Of several changes to the same version, one happens: one `UPDATE … WHERE version = …` decides.
    ///
    /// - Parameters:
    ///   - session: the new values; keys and party stay.
    ///   - note: a webhook to send; nil for none.
    /// - Returns: false if the version is a different one, or the session is gone; nothing was changed.
    /// - Throws: ``SessionStoreError``.
    func replace(_ session: StoredSession, adding note: WebhookNote?) async throws(SessionStoreError) -> Bool

    /// Open sessions whose `expiresAt` is `now` or earlier, the earliest first.
    ///
    /// - Parameter limit: at least 1.
    /// - Throws: ``SessionStoreError``.
    func overdue(at now: Int64, limit: Int) async throws(SessionStoreError) -> [StoredSession]

    /// Removes sessions that are not open and whose `removeAt` is `now` or earlier, in any order. Notes stay.
    ///
    /// - Parameter limit: at least 1.
    /// - Returns: the number of removed sessions, at most `limit`.
    /// - Throws: ``SessionStoreError``.
    func removeEnded(at now: Int64, limit: Int) async throws(SessionStoreError) -> Int

    /// Claims notes whose `dueAt` is `now` or earlier, the earliest first, ties in the order of their ids: sets their `dueAt` to `until`
    /// and adds one to `attempts`. Two callers do not get the same note; one whose sender dies is due again at `until`.
    ///
    /// - Parameters:
    ///   - until: later than `now`.
    ///   - limit: maximum number of all notes, at least 1.
    ///   - perParty: maximum number of notes of each party, at least 1.
    ///   - busy: the parties of which none is claimed.
    /// - Returns: the notes with their new values.
    /// - Throws: ``SessionStoreError``.
    func claimNotes(
        at now: Int64, until: Int64, limit: Int, perParty: Int, besides busy: Set<String>
    ) async throws(SessionStoreError) -> [WebhookNote]

    /// Removes a note, which was delivered or is given up. Without such a note nothing happens.
    ///
    /// - Throws: ``SessionStoreError``.
    func removeNote(_ id: [UInt8]) async throws(SessionStoreError)

    /// Sets the time at which a note is due again, after a failed attempt. Without such a note nothing happens.
    ///
    /// - Throws: ``SessionStoreError``.
    func postponeNote(_ id: [UInt8], until dueAt: Int64) async throws(SessionStoreError)

    /// The numbers for metrics: open sessions (as in ``add(_:openAtMost:at:)``), and notes.
    ///
    /// - Throws: ``SessionStoreError``.
    func counts(at now: Int64) async throws(SessionStoreError) -> SessionCounts

    /// Reads one row, for the readiness check.
    ///
    /// - Throws: ``SessionStoreError`` if the database cannot be read.
    func check() async throws(SessionStoreError)
}

/// Numbers of rows in a store.
package struct SessionCounts: Sendable, Hashable {
    /// Open sessions of all parties.
    package let open: Int
    /// Webhooks that have not been delivered.
    package let notes: Int

    /// These numbers.
    package init(open: Int, notes: Int) {
        self.open = open
        self.notes = notes
    }
}
