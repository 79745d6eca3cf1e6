// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import PostgresClient

/// The tables and their migrations. A released migration must not be changed; add new migrations at the end.
///
/// All times are in seconds since 1970, by the servers' clocks: each statement gets the time as a parameter.
enum VerifierSchema {
    static let migrations = [Migration(number: 1, sql: version1)]

    /// The privileges that the serving role has on each table, as Deployment/postgres-verifier-grants.sql grants them.
    static let grants: KeyValuePairs<String, [String]> = [
        "session": ["SELECT", "INSERT", "UPDATE", "DELETE"], "note": ["SELECT", "INSERT", "UPDATE", "DELETE"],
        "schema_migration": ["SELECT"],
    ]

    /// Contents are sealed, so that compression gains nothing.
    private static let version1 = """
        CREATE TABLE session (
            key        bytea PRIMARY KEY CHECK (length(key) = 32),
            page_key   bytea NOT NULL UNIQUE CHECK (length(page_key) = 32),
            wallet_key bytea NOT NULL UNIQUE CHECK (length(wallet_key) = 32),
            party      text COLLATE "C" NOT NULL,
            state      text NOT NULL
                CHECK (state IN ('created', 'fetched', 'answered', 'declined', 'failed', 'cancelled', 'expired')),
            version    bigint NOT NULL CHECK (version > 0),
            expires_at bigint NOT NULL,
            remove_at  bigint NOT NULL,
            contents   bytea NOT NULL
        );
        ALTER TABLE session ALTER COLUMN contents SET STORAGE EXTERNAL;

        CREATE INDEX session_party ON session (party, expires_at) WHERE state IN ('created', 'fetched');
        CREATE INDEX session_open ON session (expires_at) WHERE state IN ('created', 'fetched');
        CREATE INDEX session_ended ON session (remove_at) WHERE state NOT IN ('created', 'fetched');

        CREATE TABLE note (
            id       bytea PRIMARY KEY CHECK (length(id) = 16),
            party    text COLLATE "C" NOT NULL,
            contents bytea NOT NULL,
            attempts bigint NOT NULL CHECK (attempts >= 0),
            due_at   bigint NOT NULL
        );

        CREATE INDEX note_due ON note (due_at, id);

        -- Adds a session unless the party has the maximum of open ones. Additions for one party come one after the other: each statement in
        -- here sees what was committed before it, and so also those for which it waited at the lock.
        CREATE FUNCTION add_session(
            maximum bigint, moment bigint, new_key bytea, new_page_key bytea, new_wallet_key bytea, new_party text, new_state text,
            new_version bigint, new_expires_at bigint, new_remove_at bigint, new_contents bytea
        ) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended('wallet_verifier ' || new_party, 0));
            IF (
                SELECT count(*) FROM (
                    SELECT FROM session WHERE party = new_party AND state IN ('created', 'fetched') AND expires_at > moment LIMIT maximum
                ) AS open_sessions
            ) >= maximum THEN
                RETURN false;
            END IF;
            INSERT INTO session (key, page_key, wallet_key, party, state, version, expires_at, remove_at, contents)
                VALUES (new_key, new_page_key, new_wallet_key, new_party, new_state, new_version, new_expires_at, new_remove_at,
                    new_contents);
            RETURN true;
        END $$;
        """
}

extension PostgresSchema {
    /// The verifier's schema in this version of the program.
    package static let verifier = PostgresSchema(
        name: "wallet_verifier", migrations: VerifierSchema.migrations, grants: VerifierSchema.grants,
        migrationCommand: "wallet-verifier migrate")
}

extension PostgresConfiguration {
    /// Creates a configuration of the verifier's database with these time limits, and otherwise the default settings.
    package init(verifierAt address: PostgresAddress, timeouts: Timeouts) {
        self.init(address: address, timeouts: timeouts, schema: .verifier, applicationName: "wallet-verifier")
    }
}
