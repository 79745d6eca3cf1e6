// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The tables and their migrations. A released migration must not be changed; add new migrations at the end.
///
/// All times are in milliseconds since 1970.
enum Schema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { try $0.execute(sql: version1) }
        migrator.registerMigration("2") { try $0.execute(sql: version2) }
        migrator.registerMigration("3") { try $0.execute(sql: version3) }
        migrator.registerMigration("4") { try $0.execute(sql: version4) }
        migrator.registerMigration("5") { try $0.execute(sql: version5) }
        migrator.registerMigration("6") { try $0.execute(sql: version6) }
        migrator.registerMigration("7") { try $0.execute(sql: version7) }
        migrator.registerMigration("8") { try $0.execute(sql: version8) }
        migrator.registerMigration("9") { database in
            // The triggers of an interrupted move, which would go with the table.
            let triggers = try String.fetchAll(
                database, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'message'")
            try database.execute(sql: version9)
            for trigger in triggers { try database.execute(sql: trigger) }
        }
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

    /// Adds both kinds of phone, PIN changes, recovery, users' keys, revocation and the audit log. The live challenges of a wallet move
    /// into its row (JSON: instruction → [value, expiry]), so that one statement on one row decides on a message. A new table replaces the
    /// old table, because SQLite cannot change the checks of a table. Existing accounts become Apple accounts; their challenges, valid for
    /// a minute, are dropped.
    private static let version2 = """
        CREATE TABLE account2 (
            wallet_id            TEXT PRIMARY KEY NOT NULL,
            state                TEXT NOT NULL CHECK (state IN ('active', 'revoked', 'deregistered')),
            revocation_reason    TEXT CHECK ((revocation_reason IS NOT NULL) = (state = 'revoked')),
            ended_at             INTEGER CHECK ((ended_at IS NULL) = (state = 'active')),
            device_kind          TEXT NOT NULL CHECK (device_kind IN ('apple', 'android')),
            device_key           BLOB NOT NULL CHECK (length(device_key) = 64),
            sealed_pin_key       BLOB NOT NULL,
            new_sealed_pin_key   BLOB,
            pin_version          INTEGER NOT NULL CHECK (pin_version >= 0),
            recovery_pin_key     BLOB,
            recovery_expires_at  INTEGER CHECK ((recovery_expires_at IS NULL) = (recovery_pin_key IS NULL)),
            recovery_code_mark   BLOB,
            revocation_code_mark BLOB NOT NULL UNIQUE,
            request_hash         BLOB NOT NULL CHECK (length(request_hash) = 32),
            created_at           INTEGER NOT NULL,
            is_used              INTEGER NOT NULL CHECK (is_used IN (0, 1)),
            seq                  INTEGER NOT NULL CHECK (seq >= 0),
            assertion_counter    INTEGER NOT NULL CHECK (assertion_counter BETWEEN 0 AND 4294967295),
            attempts             INTEGER NOT NULL CHECK (attempts >= 0),
            attempt_seq          INTEGER NOT NULL,
            wait_until           INTEGER,
            challenges           TEXT NOT NULL CHECK (json_valid(challenges))
        ) STRICT, WITHOUT ROWID;

        INSERT INTO account2 SELECT
            wallet_id, state, revocation_reason, CASE state WHEN 'active' THEN NULL ELSE created_at END, 'apple', device_key,
            sealed_pin_key, NULL, 0, NULL, NULL, NULL, revocation_code_mark, request_hash, created_at, is_used, seq, assertion_counter,
            attempts, attempt_seq, wait_until, '{}'
        FROM account;

        DROP TABLE challenge;
        DROP TABLE account;
        ALTER TABLE account2 RENAME TO account;

        CREATE INDEX account_unused ON account (created_at) WHERE is_used = 0;
        CREATE INDEX account_gone ON account (ended_at) WHERE state = 'deregistered';
        CREATE INDEX account_recovery ON account (recovery_expires_at) WHERE recovery_expires_at IS NOT NULL;

        CREATE TABLE wallet_key (
            wallet_id  TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            key_id     TEXT NOT NULL,
            purpose    TEXT NOT NULL CHECK (purpose IN ('credential', 'recovery')),
            public_key BLOB NOT NULL CHECK (length(public_key) = 64),
            wrapped    BLOB NOT NULL,
            PRIMARY KEY (wallet_id, key_id)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE solution (
            id         INTEGER PRIMARY KEY CHECK (id = 1),
            revoked_at INTEGER NOT NULL
        ) STRICT;

        CREATE TABLE audit (
            number INTEGER PRIMARY KEY,
            entry  BLOB NOT NULL,
            hash   BLOB NOT NULL CHECK (length(hash) = 32),
            seal   BLOB NOT NULL CHECK (length(seal) = 32)
        ) STRICT;

        CREATE TRIGGER audit_keeps BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        CREATE TRIGGER audit_stays BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
        """

    /// The status lists of wallet attestations. An entry outlives its account, so that it does not become valid again.
    private static let version3 = """
        CREATE TABLE status_list (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            size   INTEGER NOT NULL CHECK (size > 0)
        ) STRICT;

        INSERT INTO status_list VALUES (1, 32768);

        CREATE TABLE attestation (
            list       INTEGER NOT NULL,
            entry      INTEGER NOT NULL CHECK (entry >= 0),
            wallet_id  TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (list, entry)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX attestation_expiry ON attestation (expires_at);
        """

    /// The index for revoking all wallets of a person together.
    private static let version4 = """
        CREATE INDEX account_holder ON account (recovery_code_mark) WHERE recovery_code_mark IS NOT NULL;
        """

    /// The index for counting a wallet's attestations, done before each new attestation.
    private static let version5 = "CREATE INDEX attestation_wallet ON attestation (wallet_id, expires_at);"

    /// Pending entries: their attestation has not been handed out yet.
    private static let version6 = """
        ALTER TABLE attestation ADD COLUMN is_pending INTEGER NOT NULL DEFAULT 0 CHECK (is_pending IN (0, 1));

        CREATE UNIQUE INDEX attestation_pending ON attestation (wallet_id) WHERE is_pending = 1;
        """

    /// The wrong PINs of a wallet per day, so that right PINs in between do not hide them.
    private static let version7 = """
        CREATE TABLE wrong_pin (
            wallet_id TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            day       INTEGER NOT NULL,
            count     INTEGER NOT NULL CHECK (count > 0),
            PRIMARY KEY (wallet_id, day)
        ) STRICT, WITHOUT ROWID;

        CREATE INDEX wrong_pin_day ON wrong_pin (day);
        """

    /// Version 2 of the protocol: a message contains a beacon, which is stored nowhere.
    private static let version8 = "ALTER TABLE account DROP COLUMN challenges;"

    /// A message is written behind all others instead of among those of its wallet, and no longer into an index of times, so that it
    /// changes fewer pages. A new id is greater than all ids there are, so that ids grow with time; by that
    /// `SQLiteAccountStore.removeMessages` finds old messages. The id is a column, because VACUUM may change a hidden one. It stays in this
    /// database; see `SQLiteRows`.
    private static let version9 = """
        CREATE TABLE message2 (
            id           INTEGER PRIMARY KEY,
            wallet_id    TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            seq          INTEGER NOT NULL,
            request_hash BLOB NOT NULL,
            recorded_at  INTEGER NOT NULL,
            status       INTEGER,
            answer       BLOB CHECK ((answer IS NULL) = (status IS NULL)),
            UNIQUE (wallet_id, seq)
        ) STRICT;

        INSERT INTO message2 (wallet_id, seq, request_hash, recorded_at, status, answer)
            SELECT wallet_id, seq, request_hash, recorded_at, status, answer FROM message ORDER BY recorded_at;

        DROP TABLE message;
        ALTER TABLE message2 RENAME TO message;
        """
}
