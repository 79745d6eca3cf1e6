// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import WalletProvider

extension SQLiteAccountStore: AuditStore {
    /// Runs one SELECT by primary key.
    package func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? {
        try await reading { database, _ in
            try database.row(sql: "SELECT * FROM audit ORDER BY number DESC LIMIT 1").map(AuditRecord.init)
        }
    }

    /// Runs one INSERT that adds a row only directly after the last row.
    package func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        try await writing { database, _ in
            try database.perform(
                sql: """
                    INSERT INTO audit (number, entry, hash, seal) SELECT :number, :entry, :hash, :seal
                    WHERE :number = 1 + (SELECT coalesce(max(number), 0) FROM audit)
                    """,
                arguments: [
                    "number": record.number, "entry": record.entry.blob, "hash": record.hash.blob, "seal": record.seal.blob,
                ])
            return database.changesCount == 1
        }
    }

    /// Runs one SELECT by primary key.
    package func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] {
        try await reading { database, _ in
            try database.rows(
                sql: "SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT ?", arguments: [number, limit]
            ).map(AuditRecord.init)
        }
    }
}

extension AuditRecord {
    fileprivate init(_ row: Row) throws {
        self.init(
            number: try row.value(Int64.self, "number"), entry: try row.bytes("entry"), hash: try row.bytes("hash"),
            seal: try row.bytes("seal"))
    }
}
