// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
package import WalletVerifier

extension SQLiteSessionStore: SessionStore {
    /// Counts and adds in one transaction; only one writes at a time.
    package func add(_ session: StoredSession, openAtMost limit: Int, at now: Int64) async throws(SessionStoreError) -> Bool {
        try await writing { database in
            let open = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM session WHERE party = ? AND expires_at > ? AND \(VerifierSchema.isOpen)",
                arguments: [session.party, now])
            guard open ?? 0 < limit else { return false }
            try database.execute(
                sql: """
                    INSERT INTO session (key, page_key, wallet_key, party, state, version, expires_at, remove_at, contents)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    Data(session.key), Data(session.pageKey), Data(session.walletKey), session.party, session.state.rawValue,
                    session.version, session.expiresAt, session.removeAt, Data(session.contents),
                ])
            return true
        }
    }

    /// Runs one SELECT by a unique index.
    package func session(_ key: SessionKey) async throws(SessionStoreError) -> StoredSession? {
        let (column, value) =
            switch key {
            case .session(let value): ("key", value)
            case .page(let value): ("page_key", value)
            case .wallet(let value): ("wallet_key", value)
            }
        return try await reading { database in
            try Row.fetchOne(database, sql: "SELECT * FROM session WHERE \(column) = ?", arguments: [Data(value)]).map(StoredSession.init)
        }
    }

    /// Runs one UPDATE, which decides, and one INSERT.
    package func replace(_ session: StoredSession, adding note: WebhookNote?) async throws(SessionStoreError) -> Bool {
        try await writing { database in
            try database.execute(
                sql: """
                    UPDATE session SET state = ?, version = ?, expires_at = ?, remove_at = ?, contents = ? WHERE key = ? AND version = ?
                    """,
                arguments: [
                    session.state.rawValue, session.version, session.expiresAt, session.removeAt, Data(session.contents),
                    Data(session.key), session.version - 1,
                ])
            guard database.changesCount == 1 else { return false }
            if let note {
                try database.execute(
                    sql: "INSERT INTO webhook (id, party, contents, attempts, due_at) VALUES (?, ?, ?, ?, ?)",
                    arguments: [Data(note.id), note.party, Data(note.contents), note.attempts, note.dueAt])
            }
            return true
        }
    }

    /// Runs one SELECT by a partial index.
    package func overdue(at now: Int64, limit: Int) async throws(SessionStoreError) -> [StoredSession] {
        try await reading { database in
            try Row.fetchAll(
                database, sql: "SELECT * FROM session WHERE expires_at <= ? AND \(VerifierSchema.isOpen) ORDER BY expires_at LIMIT ?",
                arguments: [now, limit]
            ).map(StoredSession.init)
        }
    }

    /// Runs one DELETE by a partial index.
    package func removeEnded(at now: Int64, limit: Int) async throws(SessionStoreError) -> Int {
        try await writing { database in
            try database.execute(
                sql: """
                    DELETE FROM session WHERE id IN
                        (SELECT id FROM session WHERE remove_at <= ? AND \(VerifierSchema.hasEnded) ORDER BY remove_at LIMIT ?)
                    """,
                arguments: [now, limit])
            return database.changesCount
        }
    }

    /// Counts by partial indexes.
    package func counts(at now: Int64) async throws(SessionStoreError) -> SessionCounts {
        try await reading { database in
            let open = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM session WHERE expires_at > ? AND \(VerifierSchema.isOpen)", arguments: [now])
            let notes = try Int.fetchOne(database, sql: "SELECT count(*) FROM webhook")
            return SessionCounts(open: open ?? 0, notes: notes ?? 0)
        }
    }

    /// Runs one SELECT.
    package func check() async throws(SessionStoreError) {
        _ = try await reading { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") }
    }
}

extension StoredSession {
    /// Reads a row of `session`.
    fileprivate init(_ row: Row) throws {
        guard let state = SessionState(rawValue: try row.value(String.self, "state")) else { throw Row.damaged }
        self.init(
            key: try row.bytes("key"), pageKey: try row.bytes("page_key"), walletKey: try row.bytes("wallet_key"),
            party: try row.value(String.self, "party"), state: state, version: try row.value(Int64.self, "version"),
            expiresAt: try row.value(Int64.self, "expires_at"), removeAt: try row.value(Int64.self, "remove_at"),
            contents: try row.bytes("contents"))
    }
}
