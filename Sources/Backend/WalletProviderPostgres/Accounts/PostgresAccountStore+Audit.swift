// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import WalletProvider

extension PostgresAccountStore: AuditStore {
    /// Runs one SELECT by primary key.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        try await records(Self.findingLast, []).first
    }

    /// Runs one INSERT that adds a row only directly after the last row.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        do {
            let values: [PostgresValue] = [.integer(record.number), .bytes(record.entry), .bytes(record.hash), .bytes(record.seal)]
            return try await !execute(Self.appending, values).isEmpty
        } catch {
            // If the record is there now, it was added.
            guard error.code == .outcomeUnknown, try await auditRecords(after: record.number - 1, limit: 1).first == record else {
                throw error
            }
            return true
        }
    }

    /// Runs one SELECT by primary key.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await records(Self.listing, [.integer(number), .integer(Int64(limit))])
    }

    private func records(_ statement: PostgresStatement, _ values: [PostgresValue]) async throws(AccountStoreError) -> [AuditRecord] {
        let rows = try await execute(statement, values)
        return try reading {
            try rows.map { row in
                AuditRecord(
                    number: try row.integer("number"), entry: try row.bytes("entry"), hash: try row.bytes("hash"),
                    seal: try row.bytes("seal"))
            }
        }
    }

    private static let findingLast = PostgresStatement(
        "audit-last", repetition: .harmless, "SELECT number, entry, hash, seal FROM audit ORDER BY number DESC LIMIT 1")

    /// Concurrent inserts of one number conflict on the primary key; the later one adds nothing.
    private static let appending = PostgresStatement(
        "audit-append", repetition: .forbidden, parameters: [.integer, .bytes, .bytes, .bytes],
        """
        INSERT INTO audit (number, entry, hash, seal) SELECT $1, $2, $3, $4
        WHERE $1 = 1 + (SELECT coalesce(max(number), 0) FROM audit)
        ON CONFLICT (number) DO NOTHING
        RETURNING true AS done
        """)

    private static let listing = PostgresStatement(
        "audit", repetition: .harmless, parameters: [.integer, .integer],
        "SELECT number, entry, hash, seal FROM audit WHERE number > $1 ORDER BY number LIMIT $2")
}
