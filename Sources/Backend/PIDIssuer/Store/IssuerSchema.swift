// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The tables and their migrations. A released migration must not be changed; add new migrations at the end.
///
/// All times are in seconds since 1970. Secrets of clients (codes, tokens) are stored only as digests.
enum IssuerSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
        return migrator
    }

    private static let version1 = """
        CREATE TABLE record (
            kind       TEXT NOT NULL,
            key        BLOB NOT NULL CHECK (length(key) = 32),
            value      BLOB NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (kind, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX record_expiry ON record (expires_at);

        CREATE TABLE used (
            key        BLOB PRIMARY KEY NOT NULL CHECK (length(key) = 32),
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX used_expiry ON used (expires_at);

        CREATE TABLE secret (
            name  TEXT PRIMARY KEY NOT NULL,
            value BLOB NOT NULL CHECK (length(value) = 32)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE status_list (
            number   INTEGER PRIMARY KEY NOT NULL,
            size     INTEGER NOT NULL CHECK (size > 0),
            taken    INTEGER NOT NULL,
            revision INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE status (
            list        INTEGER NOT NULL REFERENCES status_list,
            entry       INTEGER NOT NULL CHECK (entry >= 0),
            person_mark BLOB NOT NULL CHECK (length(person_mark) = 32),
            batch       BLOB NOT NULL CHECK (length(batch) = 32),
            issued_at   INTEGER NOT NULL,
            expires_at  INTEGER NOT NULL,
            is_revoked  INTEGER NOT NULL CHECK (is_revoked IN (0, 1)),
            PRIMARY KEY (list, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX status_person ON status (person_mark);
        CREATE INDEX status_batch ON status (batch);
        CREATE INDEX status_revoked ON status (list) WHERE is_revoked = 1;
        """
}
