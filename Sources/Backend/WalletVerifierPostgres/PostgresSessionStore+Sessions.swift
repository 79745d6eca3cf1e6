// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import WalletVerifier

extension PostgresSessionStore {
    /// Adds a session with a function that lets only one caller at a time count the party's open sessions.
    package func add(_ session: StoredSession, openAtMost limit: Int, at now: Int64) async throws(SessionStoreError) -> Bool {
        let values: [PostgresValue] = [
            .integer(Int64(limit)), .integer(now), .bytes(session.key), .bytes(session.pageKey), .bytes(session.walletKey),
            .text(session.party),
        ]
        return try await value(of: Self.adding, values + session.changingValues) { row throws(PostgresError) in
            try row.boolean("is_added")
        }
    }

    /// Reads a session by one of its three unique columns.
    package func session(_ key: SessionKey) async throws(SessionStoreError) -> StoredSession? {
        switch key {
        case .session(let digest): try await sessions(Self.findingByKey, [.bytes(digest)]).first
        case .page(let digest): try await sessions(Self.findingByPageKey, [.bytes(digest)]).first
        case .wallet(let digest): try await sessions(Self.findingByWalletKey, [.bytes(digest)]).first
        }
    }

    /// Replaces a session with one conditional UPDATE, whose result decides if the note is added.
    package func replace(_ session: StoredSession, adding note: WebhookNote?) async throws(SessionStoreError) -> Bool {
        let values: [PostgresValue] = [.bytes(session.key)] + session.changingValues + WebhookNote.values(note)
        return try await value(of: Self.replacing, values) { row throws(PostgresError) in try row.boolean("is_changed") }
    }

    /// Reads the open sessions by the index on their end.
    package func overdue(at now: Int64, limit: Int) async throws(SessionStoreError) -> [StoredSession] {
        try await sessions(Self.listingOverdue, [.integer(now), .integer(Int64(limit))])
    }

    /// Removes ended sessions by the index on their removal. Concurrent servers skip each other's locked rows.
    package func removeEnded(at now: Int64, limit: Int) async throws(SessionStoreError) -> Int {
        let count = try await value(of: Self.removingEnded, [.integer(now), .integer(Int64(limit))]) { row throws(PostgresError) in
            try row.integer("count")
        }
        return Int(clamping: count)
    }

    private func sessions(
        _ statement: PostgresStatement, _ values: [PostgresValue]
    ) async throws(SessionStoreError) -> [StoredSession] {
        try await rows(of: statement, values) { row throws(PostgresError) in try StoredSession(row) }
    }

    // MARK: - SQL

    /// A new session cannot be added twice, but the second execution would be an error, so an unknown outcome is not repeated.
    private static let adding = PostgresStatement(
        "add", repetition: .forbidden, parameters: [.integer, .integer, .bytes, .bytes, .bytes, .text] + changingTypes,
        "SELECT add_session($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS is_added")

    private static let findingByKey = finding("key")
    private static let findingByPageKey = finding("page_key")
    private static let findingByWalletKey = finding("wallet_key")

    private static func finding(_ column: String) -> PostgresStatement {
        PostgresStatement(
            "find-\(column)", repetition: .harmless, parameters: [.bytes], "SELECT \(columns) FROM session WHERE \(column) = $1")
    }

    private static let replacing = PostgresStatement(
        "replace", repetition: .forbidden, parameters: [.bytes] + changingTypes + [.bytes, .text, .bytes, .integer, .integer],
        """
        WITH changed AS (
            UPDATE session SET state = $2, version = $3, expires_at = $4, remove_at = $5, contents = $6
            WHERE key = $1 AND version = $3 - 1
            RETURNING 1
        ), noted AS (
            INSERT INTO note (id, party, contents, attempts, due_at)
            SELECT $7, $8, $9, $10, $11 FROM changed WHERE $7 IS NOT NULL
        )
        SELECT EXISTS (SELECT FROM changed) AS is_changed
        """)

    private static let listingOverdue = PostgresStatement(
        "list-overdue", repetition: .harmless, parameters: [.integer, .integer],
        """
        SELECT \(columns) FROM session WHERE state IN ('created', 'fetched') AND expires_at <= $1
        ORDER BY expires_at, key LIMIT $2
        """)

    private static let removingEnded = PostgresStatement(
        "remove-ended", repetition: .harmless, parameters: [.integer, .integer],
        """
        WITH due AS MATERIALIZED (
            SELECT key FROM session WHERE state NOT IN ('created', 'fetched') AND remove_at <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED
        ), removed AS (
            DELETE FROM session USING due WHERE session.key = due.key RETURNING 1
        )
        SELECT count(*) FROM removed
        """)

    private static let columns = "key, page_key, wallet_key, party, state, version, expires_at, remove_at, contents"

    /// The types of `changingValues`.
    private static let changingTypes: [PostgresType] = [.text, .integer, .integer, .integer, .bytes]
}

extension StoredSession {
    /// The values of the columns that a change replaces.
    fileprivate var changingValues: [PostgresValue] {
        [.text(state.rawValue), .integer(version), .integer(expiresAt), .integer(removeAt), .bytes(contents)]
    }

    /// Reads a row of `session` with all columns.
    fileprivate init(_ row: PostgresRow) throws(PostgresError) {
        guard let state = SessionState(rawValue: try row.text("state")) else {
            throw PostgresError(.damaged, "a state that this program does not know")
        }
        self.init(
            key: try row.bytes("key"), pageKey: try row.bytes("page_key"), walletKey: try row.bytes("wallet_key"),
            party: try row.text("party"), state: state, version: try row.integer("version"), expiresAt: try row.integer("expires_at"),
            removeAt: try row.integer("remove_at"), contents: try row.bytes("contents"))
    }
}
