// SPDX-License-Identifier: EUPL-1.2

import Crypto

/// A step from one version of the schema to the next. A released step must not be changed, because databases store its hash.
package struct Migration: Sendable {
    /// Sequence number, from 1 without gaps.
    package let number: Int64
    /// One or more SQL statements, as constant text.
    package let sql: String

    package init(number: Int64, sql: String) {
        self.number = number
        self.sql = sql
    }

    /// SHA-256 of the SQL in UTF-8, 32 bytes.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(sql.utf8))) }
}

/// A migration that a database has already applied.
struct AppliedMigration: Sendable, Hashable {
    let number: Int64
    let hash: [UInt8]
}

extension [Migration] {
    /// Returns the migrations that a database has not applied yet.
    ///
    /// - Throws: `PostgresError`: `newerVersion` if the database has applied migrations unknown to this program; `damaged` if an applied
    ///   migration is missing or differs.
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
