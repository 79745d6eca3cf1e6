// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import WalletVerifier

extension PostgresSessionStore {
    /// Claims notes with one UPDATE of rows that it has locked. Concurrent servers skip each other's locked rows.
    ///
    /// If the outcome is unknown, there is no retry: the notes are due again at `until`.
    package func claimNotes(
        at now: Int64, until: Int64, limit: Int, perParty: Int, besides busy: Set<String>
    ) async throws(SessionStoreError) -> [WebhookNote] {
        let values: [PostgresValue] = [
            .integer(now), .integer(until), .integer(Int64(limit)), .integer(Int64(perParty)), .texts(busy.sorted()),
        ]
        return try await rows(of: Self.claiming, values) { row throws(PostgresError) in try WebhookNote(row) }
    }

    /// Removes a note by its key.
    package func removeNote(_ id: [UInt8]) async throws(SessionStoreError) { try await run(Self.removing, [.bytes(id)]) }

    /// Changes the time of a note by its key.
    package func postponeNote(_ id: [UInt8], until dueAt: Int64) async throws(SessionStoreError) {
        try await run(Self.postponing, [.bytes(id), .integer(dueAt)])
    }

    /// Counts by the indexes.
    package func counts(at now: Int64) async throws(SessionStoreError) -> SessionCounts {
        try await value(of: Self.counting, [.integer(now)]) { row throws(PostgresError) in
            SessionCounts(open: Int(clamping: try row.integer("open")), notes: Int(clamping: try row.integer("notes")))
        }
    }

    /// Looks for a row in both tables, so that a lost privilege is found, too.
    package func check() async throws(SessionStoreError) { try await run(Self.checking, []) }

    // MARK: - SQL

    private static let claiming = PostgresStatement(
        "claim-notes", repetition: .forbidden, parameters: [.integer, .integer, .integer, .integer, .texts],
        """
        WITH ranked AS (
            SELECT id, row_number() OVER (PARTITION BY party ORDER BY due_at, id) AS place
            FROM note WHERE due_at <= $1 AND party <> ALL ($5)
        ), due AS MATERIALIZED (
            SELECT note.id, note.due_at FROM note JOIN ranked ON ranked.id = note.id
            WHERE note.due_at <= $1 AND ranked.place <= $4 ORDER BY note.due_at, note.id LIMIT $3 FOR UPDATE OF note SKIP LOCKED
        ), claimed AS (
            UPDATE note SET due_at = $2, attempts = note.attempts + 1 FROM due WHERE note.id = due.id
            RETURNING note.id, note.party, note.contents, note.attempts, note.due_at, due.due_at AS was_due_at
        )
        SELECT id, party, contents, attempts, due_at FROM claimed ORDER BY was_due_at, id
        """)

    private static let removing = PostgresStatement(
        "remove-note", repetition: .harmless, parameters: [.bytes], "DELETE FROM note WHERE id = $1")

    private static let postponing = PostgresStatement(
        "postpone-note", repetition: .harmless, parameters: [.bytes, .integer], "UPDATE note SET due_at = $2 WHERE id = $1")

    private static let counting = PostgresStatement(
        "count", repetition: .harmless, parameters: [.integer],
        """
        SELECT (SELECT count(*) FROM session WHERE state IN ('created', 'fetched') AND expires_at > $1) AS open,
            (SELECT count(*) FROM note) AS notes
        """)

    private static let checking = PostgresStatement(
        "check", repetition: .harmless, "SELECT EXISTS (SELECT FROM session) OR EXISTS (SELECT FROM note) AS has_rows")
}

extension WebhookNote {
    /// The values of all columns; `NULL` without a note.
    static func values(_ note: WebhookNote?) -> [PostgresValue] {
        guard let note else { return [.null, .null, .null, .null, .null] }
        return [.bytes(note.id), .text(note.party), .bytes(note.contents), .integer(note.attempts), .integer(note.dueAt)]
    }

    /// Reads a row of `note` with all columns.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        self.init(
            id: try row.bytes("id"), party: try row.text("party"), contents: try row.bytes("contents"),
            attempts: try row.integer("attempts"), dueAt: try row.integer("due_at"))
    }
}
