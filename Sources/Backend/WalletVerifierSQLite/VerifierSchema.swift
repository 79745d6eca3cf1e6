// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The tables and their migrations. A released migration must not be changed; add new migrations at the end.
///
/// All times are in seconds since 1970.
enum VerifierSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
        return migrator
    }

    /// The states of open sessions, in every condition in the same words, so that the partial indexes are used.
    static let isOpen = "state IN ('created', 'fetched')"
    static let hasEnded = "state NOT IN ('created', 'fetched')"

    private static let version1 = """
        CREATE TABLE session (
            id         INTEGER PRIMARY KEY,
            key        BLOB NOT NULL UNIQUE CHECK (length(key) = 32),
            page_key   BLOB NOT NULL UNIQUE CHECK (length(page_key) = 32),
            wallet_key BLOB NOT NULL UNIQUE CHECK (length(wallet_key) = 32),
            party      TEXT NOT NULL,
            state      TEXT NOT NULL
                       CHECK (state IN ('created', 'fetched', 'answered', 'declined', 'failed', 'cancelled', 'expired')),
            version    INTEGER NOT NULL CHECK (version > 0),
            expires_at INTEGER NOT NULL,
            remove_at  INTEGER NOT NULL,
            contents   BLOB NOT NULL
        ) STRICT;
        CREATE INDEX session_open ON session (party, expires_at) WHERE \(isOpen);
        CREATE INDEX session_overdue ON session (expires_at) WHERE \(isOpen);
        CREATE INDEX session_ended ON session (remove_at) WHERE \(hasEnded);

        CREATE TABLE webhook (
            id       BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
            party    TEXT NOT NULL,
            contents BLOB NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            due_at   INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_due ON webhook (due_at, id);
        """
}
