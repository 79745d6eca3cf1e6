// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The tables, and how an older database gets them. A migration that was released is never changed; the next one is added below it.
///
/// All times are whole milliseconds since 1970.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
        return migrator
    }

    private static let version1 = """
        CREATE TABLE account (
            wallet_id            TEXT PRIMARY KEY NOT NULL,
            state                TEXT NOT NULL CHECK (state IN ('active', 'revoked')),
            revocation_reason    TEXT CHECK ((revocation_reason IS NULL) = (state = 'active')),
            device_key           BLOB NOT NULL CHECK (length(device_key) = 64),
            sealed_pin_key       BLOB NOT NULL,
            revocation_code_mark BLOB NOT NULL UNIQUE,
            request_hash         BLOB NOT NULL CHECK (length(request_hash) = 32),
            created_at           INTEGER NOT NULL,
            is_used              INTEGER NOT NULL CHECK (is_used IN (0, 1)),
            seq                  INTEGER NOT NULL CHECK (seq >= 0),
            assertion_counter    INTEGER NOT NULL CHECK (assertion_counter BETWEEN 0 AND 4294967295),
            attempts             INTEGER NOT NULL CHECK (attempts >= 0),
            attempt_seq          INTEGER NOT NULL,
            wait_until           INTEGER
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX account_unused ON account (created_at) WHERE is_used = 0;

        CREATE TABLE challenge (
            wallet_id   TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            instruction TEXT NOT NULL,
            value       TEXT NOT NULL,
            expires_at  INTEGER NOT NULL,
            PRIMARY KEY (wallet_id, instruction)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX challenge_expiry ON challenge (expires_at);

        CREATE TABLE message (
            wallet_id    TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            seq          INTEGER NOT NULL,
            request_hash BLOB NOT NULL,
            recorded_at  INTEGER NOT NULL,
            status       INTEGER,
            answer       BLOB CHECK ((answer IS NULL) = (status IS NULL)),
            PRIMARY KEY (wallet_id, seq)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX message_age ON message (recorded_at);
        """
}
