// SPDX-License-Identifier: EUPL-1.2

import PostgresClient

/// The tables and their migrations. A released migration must not be changed; add new migrations at the end.
///
/// All times are in milliseconds since 1970, by the database's clock.
enum Schema {
    /// The schema of all tables and functions.
    static let name = "wallet_provider"

    static let migrations = [
        Migration(number: 1, sql: version1), Migration(number: 2, sql: version2), Migration(number: 3, sql: version3),
        Migration(number: 4, sql: version4), Migration(number: 5, sql: version5), Migration(number: 6, sql: version6),
        Migration(number: 7, sql: version7), Migration(number: 8, sql: version8),
    ]

    /// The live challenges of a wallet are in its account row (`instruction → [value, expiry]`), so that one statement on one row decides
    /// on a message. Messages have no foreign key to the account: they are written only together with a change of the account and expire by
    /// age. A foreign key check would cost each message a query.
    private static let version1 = """
        -- The clock by which everything is judged. Tests put another one in its place.
        CREATE FUNCTION wallet_now() RETURNS bigint LANGUAGE sql VOLATILE PARALLEL SAFE
            AS 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

        CREATE TABLE account (
            wallet_id            text COLLATE "C" PRIMARY KEY,
            state                text NOT NULL CHECK (state IN ('active', 'revoked', 'deregistered')),
            revocation_reason    text CHECK ((revocation_reason IS NOT NULL) = (state = 'revoked')),
            ended_at             bigint CHECK ((ended_at IS NULL) = (state = 'active')),
            device_kind          text NOT NULL CHECK (device_kind IN ('apple', 'android')),
            device_key           bytea NOT NULL CHECK (length(device_key) = 64),
            sealed_pin_key       bytea NOT NULL,
            new_sealed_pin_key   bytea,
            pin_version          bigint NOT NULL CHECK (pin_version >= 0),
            recovery_pin_key     bytea,
            recovery_expires_at  bigint CHECK ((recovery_expires_at IS NULL) = (recovery_pin_key IS NULL)),
            recovery_code_mark   bytea,
            revocation_code_mark bytea NOT NULL UNIQUE,
            request_hash         bytea NOT NULL CHECK (length(request_hash) = 32),
            created_at           bigint NOT NULL,
            is_used              boolean NOT NULL,
            seq                  bigint NOT NULL CHECK (seq >= 0),
            assertion_counter    bigint NOT NULL CHECK (assertion_counter BETWEEN 0 AND 4294967295),
            attempts             bigint NOT NULL CHECK (attempts >= 0),
            attempt_seq          bigint NOT NULL,
            wait_until           bigint,
            challenges           jsonb NOT NULL CHECK (jsonb_typeof(challenges) = 'object')
        -- Room for the next version of a row beside it: no message changes an index.
        ) WITH (fillfactor = 70);

        CREATE INDEX account_unused ON account (created_at) WHERE NOT is_used;
        CREATE INDEX account_gone ON account (ended_at) WHERE state = 'deregistered';
        CREATE INDEX account_recovery ON account (recovery_expires_at) WHERE recovery_expires_at IS NOT NULL;

        CREATE TABLE message (
            wallet_id    text COLLATE "C",
            seq          bigint,
            request_hash bytea NOT NULL,
            recorded_at  bigint NOT NULL,
            status       bigint,
            answer       bytea CHECK ((answer IS NULL) = (status IS NULL)),
            PRIMARY KEY (wallet_id, seq)
        ) WITH (fillfactor = 85);

        CREATE INDEX message_age ON message (recorded_at);

        CREATE TABLE wallet_key (
            wallet_id  text COLLATE "C" REFERENCES account ON DELETE CASCADE,
            key_id     text COLLATE "C",
            purpose    text NOT NULL CHECK (purpose IN ('credential', 'recovery')),
            public_key bytea NOT NULL CHECK (length(public_key) = 64),
            wrapped    bytea NOT NULL,
            PRIMARY KEY (wallet_id, key_id)
        );

        CREATE TABLE solution (
            id         bigint PRIMARY KEY CHECK (id = 1),
            revoked_at bigint NOT NULL
        );

        CREATE TABLE audit (
            number bigint PRIMARY KEY CHECK (number > 0),
            entry  bytea NOT NULL,
            hash   bytea NOT NULL CHECK (length(hash) = 32),
            seal   bytea NOT NULL CHECK (length(seal) = 32)
        );

        CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql
            AS $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$;
        CREATE TRIGGER audit_keeps BEFORE UPDATE OR DELETE OR TRUNCATE ON audit EXECUTE FUNCTION refuse_change();

        \(functions)
        """

    /// Functions that must see more than the calling statement. A statement sees only commits from before its start; commits may follow
    /// while it waits for the account's row lock. A volatile function starts after the lock is taken and sees those commits.
    private static let functions = """
        -- Removes and then adds keys of a wallet whose row in account the caller has just changed. Without a purpose, keys of all purposes
        -- are removed; without ids, all of them.
        CREATE FUNCTION change_wallet_keys(
            wallet text, removed_purpose text, removed_ids text[], ids text[], purposes text[], public_keys bytea[], wrapped_keys bytea[]
        ) RETURNS boolean LANGUAGE sql VOLATILE AS $$
            DELETE FROM wallet_key
            WHERE wallet_id = wallet AND (removed_purpose IS NULL OR purpose = removed_purpose)
                AND (removed_ids IS NULL OR key_id = ANY (removed_ids));
            INSERT INTO wallet_key (wallet_id, key_id, purpose, public_key, wrapped)
                SELECT wallet, added.id, added.purpose, added.public_key, added.wrapped
                FROM unnest(ids, purposes, public_keys, wrapped_keys) AS added (id, purpose, public_key, wrapped);
            SELECT true;
        $$;

        -- The request that registered a wallet.
        CREATE FUNCTION registered_request(wallet text) RETURNS bytea LANGUAGE sql VOLATILE
            AS 'SELECT request_hash FROM account WHERE wallet_id = wallet';

        -- Waits for every statement on accounts that is under way and lets no other one begin before the commit. So none that began before
        -- the revocation takes effect after it, and no key is left over.
        CREATE FUNCTION revoke_solution() RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE;
            INSERT INTO solution (id, revoked_at) VALUES (1, wallet_now()) ON CONFLICT DO NOTHING;
            TRUNCATE wallet_key;
            RETURN (SELECT revoked_at FROM solution);
        END $$;
        """

    /// The status lists of wallet attestations. An entry outlives its account, so that it does not become valid again.
    private static let version2 = """
        CREATE TABLE status_list (
            number bigint PRIMARY KEY CHECK (number > 0),
            size   bigint NOT NULL CHECK (size > 0)
        );

        INSERT INTO status_list VALUES (1, 32768);

        CREATE TABLE attestation (
            list       bigint,
            entry      bigint CHECK (entry >= 0),
            wallet_id  text COLLATE "C" NOT NULL,
            expires_at bigint NOT NULL,
            PRIMARY KEY (list, entry)
        );

        CREATE INDEX attestation_expiry ON attestation (expires_at);

        -- The list and the entry that were taken; NULL when none of the candidates was free. Two that want the same entry meet at the primary
        -- key, and two that begin a list at its own; each statement in here sees what was committed before it.
        CREATE FUNCTION take_status_entry(wallet text, lifetime bigint, candidates bigint[], tries bigint) RETURNS bigint[]
            LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            newest status_list;
            candidate bigint;
            tried bigint := 0;
        BEGIN
            SELECT * INTO STRICT newest FROM status_list ORDER BY number DESC LIMIT 1;
            FOREACH candidate IN ARRAY candidates LOOP
                IF tried = tries THEN
                    INSERT INTO status_list (number, size) VALUES (newest.number + 1, newest.size) ON CONFLICT DO NOTHING;
                    SELECT * INTO STRICT newest FROM status_list ORDER BY number DESC LIMIT 1;
                END IF;
                INSERT INTO attestation (list, entry, wallet_id, expires_at)
                    VALUES (newest.number, candidate % newest.size, wallet, wallet_now() + lifetime) ON CONFLICT DO NOTHING;
                IF FOUND THEN
                    RETURN ARRAY[newest.number, candidate % newest.size];
                END IF;
                tried := tried + 1;
            END LOOP;
            RETURN NULL;
        END $$;
        """

    /// The index and functions that revoke all wallets of a person together.
    private static let version3 = """
        CREATE INDEX account_holder ON account (recovery_code_mark) WHERE recovery_code_mark IS NOT NULL;

        -- Whoever discloses a code and whoever revokes it come one after the other: a wallet that discloses it at the same time is either in
        -- here or finds it revoked. The table itself is not locked, which would wait for its upkeep.
        CREATE FUNCTION revoke_holder(mark bytea) RETURNS SETOF account LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended(encode(mark, 'hex'), 0));
            UPDATE account SET state = 'revoked', revocation_reason = 'recovery_code', ended_at = coalesce(ended_at, wallet_now())
                WHERE recovery_code_mark = mark AND state <> 'deregistered';
            DELETE FROM wallet_key USING account WHERE account.wallet_id = wallet_key.wallet_id AND recovery_code_mark = mark;
            RETURN QUERY SELECT * FROM account WHERE recovery_code_mark = mark AND state <> 'deregistered' ORDER BY wallet_id;
        END $$;

        -- A wallet that discloses a recovery code that was revoked is revoked with it.
        CREATE FUNCTION follow_holder() RETURNS trigger LANGUAGE plpgsql VOLATILE SET search_path = \(name), pg_temp AS $$
        BEGIN
            PERFORM pg_advisory_xact_lock(hashtextextended(encode(NEW.recovery_code_mark, 'hex'), 0));
            IF EXISTS (
                SELECT FROM account WHERE recovery_code_mark = NEW.recovery_code_mark AND revocation_reason = 'recovery_code'
            ) THEN
                NEW.state := 'revoked';
                NEW.revocation_reason := 'recovery_code';
                NEW.ended_at := wallet_now();
                DELETE FROM wallet_key WHERE wallet_id = NEW.wallet_id;
            END IF;
            RETURN NEW;
        END $$;
        CREATE TRIGGER account_follows_holder BEFORE UPDATE OF recovery_code_mark ON account FOR EACH ROW
            WHEN (NEW.recovery_code_mark IS DISTINCT FROM OLD.recovery_code_mark AND NEW.recovery_code_mark IS NOT NULL AND NEW.state = 'active')
            EXECUTE FUNCTION follow_holder();
        """

    /// The limit on a wallet's entries, checked for each new entry. The previous function stays for replicas that still run the older
    /// version.
    private static let version4 = """
        CREATE INDEX attestation_wallet ON attestation (wallet_id, expires_at);

        -- As take_status_entry, but an empty array for a wallet that has as many entries as it may have. The caller has locked the wallet's row
        -- in account, so nobody else takes one for it meanwhile.
        CREATE FUNCTION take_status_entry(wallet text, lifetime bigint, candidates bigint[], tries bigint, maximum bigint) RETURNS bigint[]
            LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            IF (SELECT count(*) FROM attestation WHERE wallet_id = wallet AND expires_at > wallet_now()) >= maximum THEN
                RETURN ARRAY[]::bigint[];
            END IF;
            RETURN take_status_entry(wallet, lifetime, candidates, tries);
        END $$;
        """

    /// Revokes all wallets of a person however their row gets the code, also when a witness restores a lost row.
    private static let version5 = """
        -- As before, but it holds the table before it lets others wait for the code. Whoever discloses that code holds the table, too, so a
        -- revocation of the solution, which waits for all of them, cannot come between the two.
        CREATE OR REPLACE FUNCTION revoke_holder(mark bytea) RETURNS SETOF account LANGUAGE plpgsql VOLATILE AS $$
        BEGIN
            LOCK TABLE account IN ROW EXCLUSIVE MODE;
            PERFORM pg_advisory_xact_lock(hashtextextended(encode(mark, 'hex'), 0));
            UPDATE account SET state = 'revoked', revocation_reason = 'recovery_code', ended_at = coalesce(ended_at, wallet_now())
                WHERE recovery_code_mark = mark AND state <> 'deregistered';
            DELETE FROM wallet_key USING account WHERE account.wallet_id = wallet_key.wallet_id AND recovery_code_mark = mark;
            RETURN QUERY SELECT * FROM account WHERE recovery_code_mark = mark AND state <> 'deregistered' ORDER BY wallet_id;
        END $$;

        -- As before, and for a row that is new or has had the code already. That one is not waited for: a revocation finds it and waits for
        -- the row, which is locked by now.
        CREATE OR REPLACE FUNCTION follow_holder() RETURNS trigger LANGUAGE plpgsql VOLATILE
            SET search_path = \(name), pg_temp AS $$
        DECLARE
            is_new boolean := true;
        BEGIN
            IF TG_OP = 'UPDATE' THEN
                is_new := NEW.recovery_code_mark IS DISTINCT FROM OLD.recovery_code_mark;
            END IF;
            IF is_new THEN
                PERFORM pg_advisory_xact_lock(hashtextextended(encode(NEW.recovery_code_mark, 'hex'), 0));
            END IF;
            IF EXISTS (
                SELECT FROM account WHERE recovery_code_mark = NEW.recovery_code_mark AND revocation_reason = 'recovery_code'
            ) THEN
                NEW.state := 'revoked';
                NEW.revocation_reason := 'recovery_code';
                NEW.ended_at := wallet_now();
                -- A new row has no keys; one that turns out to be there already keeps its own.
                IF TG_OP = 'UPDATE' THEN
                    DELETE FROM wallet_key WHERE wallet_id = NEW.wallet_id;
                END IF;
            END IF;
            RETURN NEW;
        END $$;
        DROP TRIGGER account_follows_holder ON account;
        CREATE TRIGGER account_follows_holder BEFORE INSERT OR UPDATE OF recovery_code_mark ON account FOR EACH ROW
            WHEN (NEW.recovery_code_mark IS NOT NULL AND NEW.state = 'active') EXECUTE FUNCTION follow_holder();
        """

    /// Pending entries: their attestation has not been handed out yet. Replicas of the older version create none.
    private static let version6 = """
        ALTER TABLE attestation ADD COLUMN is_pending boolean NOT NULL DEFAULT false;

        CREATE UNIQUE INDEX attestation_pending ON attestation (wallet_id) WHERE is_pending;

        -- As take_status_entry, but the entry is pending, and a wallet that has a pending one gets it again. The caller has locked the wallet's
        -- row in account.
        CREATE FUNCTION take_pending_entry(wallet text, lifetime bigint, candidates bigint[], tries bigint, maximum bigint) RETURNS bigint[]
            LANGUAGE plpgsql VOLATILE AS $$
        DECLARE
            taken bigint[];
        BEGIN
            UPDATE attestation SET expires_at = wallet_now() + lifetime WHERE wallet_id = wallet AND is_pending
                RETURNING ARRAY[list, entry] INTO taken;
            IF FOUND THEN
                RETURN taken;
            END IF;
            taken := take_status_entry(wallet, lifetime, candidates, tries, maximum);
            UPDATE attestation SET is_pending = true WHERE list = taken[1] AND entry = taken[2];
            RETURN taken;
        END $$;

        -- The caller has changed the wallet's row in account.
        CREATE FUNCTION hand_out_attestation(wallet text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
            UPDATE attestation SET is_pending = false WHERE wallet_id = wallet AND is_pending;
            SELECT true;
        $$;
        """

    /// The wrong PINs of a wallet per day, so that right PINs in between do not hide them.
    private static let version7 = """
        CREATE TABLE wrong_pin (
            wallet_id text COLLATE "C" REFERENCES account ON DELETE CASCADE,
            day       bigint,
            count     bigint NOT NULL CHECK (count > 0),
            PRIMARY KEY (wallet_id, day)
        );

        CREATE INDEX wrong_pin_day ON wrong_pin (day);
        """

    /// Version 2 of the protocol: a message contains a beacon, which is stored nowhere. Phones and replicas of version 1 cannot continue.
    private static let version8 = "ALTER TABLE account DROP COLUMN challenges;"
}
