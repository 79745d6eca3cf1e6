// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// One step from a version of the schema to the next one. A step that was released is never changed, as databases that took it know its hash.
package struct Migration: Sendable {
    /// 1 for the first, then without gaps.
    package let number: Int64
    /// SQL of this program's text; several statements.
    package let sql: String

    /// A step.
    package init(number: Int64, sql: String) {
        self.number = number
        self.sql = sql
    }

    /// SHA-256 over the SQL in UTF-8, 32 bytes.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(sql.utf8))) }
}

/// A step that a database has taken.
struct AppliedMigration: Sendable, Hashable {
    let number: Int64
    let hash: [UInt8]
}

extension [Migration] {
    /// What a database has still to do.
    ///
    /// - Throws: `PostgresError`: `newerVersion` when it has taken steps that are not known here; `damaged` when one is missing or was
    ///   another one.
    func remaining(after applied: [AppliedMigration]) throws(PostgresError) -> ArraySlice<Migration> {
        for (migration, step) in zip(self, applied) {
            guard step.number == migration.number, step.hash == migration.hash else {
                throw PostgresError(.damaged, "migration \(migration.number) of the database is not the one of this program")
            }
        }
        guard applied.count <= count else {
            throw PostgresError(.newerVersion, "the database was migrated by a newer version of this program")
        }
        return self[applied.count...]
    }
}
