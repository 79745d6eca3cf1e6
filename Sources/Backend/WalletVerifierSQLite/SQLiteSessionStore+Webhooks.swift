// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
package import WalletVerifier

extension SQLiteSessionStore {
    /// Runs one SELECT and one UPDATE for each note, in one transaction.
    package func claimNotes(
        at now: Int64, until: Int64, limit: Int, perParty: Int, besides busy: Set<String>
    ) async throws(SessionStoreError) -> [WebhookNote] {
        try await writing { database in
            var arguments: StatementArguments = [now]
            arguments += StatementArguments(busy.sorted())
            arguments += [perParty, limit]
            let others = Array(repeating: "?", count: busy.count).joined(separator: ", ")
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM (
                        SELECT *, row_number() OVER (PARTITION BY party ORDER BY due_at, id) AS place
                        FROM webhook WHERE due_at <= ? AND party NOT IN (\(others))
                    ) WHERE place <= ? ORDER BY due_at, id LIMIT ?
                    """, arguments: arguments)
            return try rows.map { row in
                let note = WebhookNote(
                    id: try row.bytes("id"), party: try row.value(String.self, "party"), contents: try row.bytes("contents"),
                    attempts: try row.value(Int64.self, "attempts") + 1, dueAt: until)
                try database.execute(
                    sql: "UPDATE webhook SET attempts = ?, due_at = ? WHERE id = ?", arguments: [note.attempts, until, Data(note.id)])
                return note
            }
        }
    }

    /// Runs one DELETE.
    package func removeNote(_ id: [UInt8]) async throws(SessionStoreError) {
        try await writing { database in try database.execute(sql: "DELETE FROM webhook WHERE id = ?", arguments: [Data(id)]) }
    }

    /// Runs one UPDATE.
    package func postponeNote(_ id: [UInt8], until dueAt: Int64) async throws(SessionStoreError) {
        try await writing { database in
            try database.execute(sql: "UPDATE webhook SET due_at = ? WHERE id = ?", arguments: [dueAt, Data(id)])
        }
    }
}
