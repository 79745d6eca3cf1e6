// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
package import ProviderProtocol
package import WalletProvider

extension PostgresAccountStore {
    /// Runs an INSERT that does nothing if the wallet exists. The existing row's request then distinguishes a repetition from a conflict.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        let row = try await execute(
            Self.creating,
            [
                .text(account.walletID.text), .text(account.deviceKind.rawValue), .bytes(account.deviceKey), .bytes(account.sealedPINKey),
                .bytes(account.revocationCodeMark), .bytes(account.requestHash), .integer(account.sequenceNumber),
                .integer(Int64(account.assertionCounter)),
            ]
        ).first
        guard let row else { throw .unreadable }
        return try reading {
            if try row.boolean("is_new") { return .created }
            if let earlier = try row.optionalBytes("request_hash") { return earlier == account.requestHash ? .repeated : .conflict }
            guard try row.boolean("is_over") else { throw AccountStoreError(.unavailable, "the account was neither made nor is it there") }
            return .solutionRevoked
        }
    }

    /// Runs one SELECT by primary keys.
    package func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        try await commitOutcome(of: walletID)
        let rows = try await execute(Self.finding, [.text(walletID.text), .integer(sequenceNumber), MessageAcceptance.length(retention)])
        guard let row = rows.first else { return nil }
        return try reading { (try Account(row), try RecordedMessage(row)) }
    }

    /// Runs one SELECT by primary key.
    package func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        let rows = try await execute(Self.listingKeys, [.text(walletID.text), .text(purpose.rawValue)])
        return try reading {
            try rows.map { row in
                WalletKey(
                    id: try WalletKeyID(parsing: row.text("key_id")), purpose: purpose, publicKey: try row.bytes("public_key"),
                    wrapped: try row.bytes("wrapped"))
            }
        }
    }

    /// Runs statements by index, each for a limited number of rows to keep it short. Concurrent replicas skip each other's locked rows.
    /// When it throws, the rows deleted so far stay deleted; they had expired.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        let removals: [(PostgresStatement, [PostgresValue])] = [
            (Self.removingMessages, [MessageAcceptance.length(answers)]), (Self.removingGoneAccounts, [MessageAcceptance.length(answers)]),
            (Self.removingUnusedAccounts, [MessageAcceptance.length(unusedAccounts)]),
            (Self.removingRecoveries, KeyChange(purpose: .recovery).values), (Self.removingAttestations, [MessageAcceptance.length(0)]),
            (Self.removingStatusLists, []), (Self.removingWrongPINs, [MessageAcceptance.length(WrongPINWindow.days * WrongPINWindow.day)]),
        ]
        for (statement, values) in removals {
            while true {
                let rows = try await execute(statement, values)
                guard try reading({ try rows.first?.integer("count") == Self.batch }) else { break }
            }
        }
    }

    /// The maximum number of rows per statement.
    private static let batch: Int64 = 1000
}

// MARK: - SQL

extension PostgresAccountStore {
    /// A row that conflicts with the INSERT may have been committed after this statement began, so a function reads it; see `Schema`. The
    /// INSERT ignores conflicts on both unique columns, because two concurrent registrations may conflict on either column.
    private static let creating = PostgresStatement(
        "create", repetition: .harmless, parameters: [.text, .text, .bytes, .bytes, .bytes, .bytes, .integer, .integer],
        """
        WITH made AS (
            INSERT INTO account (
                wallet_id, state, device_kind, device_key, sealed_pin_key, pin_version, revocation_code_mark, request_hash, created_at,
                is_used, seq, assertion_counter, attempts, attempt_seq
            ) SELECT $1, 'active', $2, $3, $4, 0, $5, $6, wallet_now(), false, $7, $8, 0, 0
            WHERE NOT EXISTS (SELECT FROM solution)
            ON CONFLICT DO NOTHING
            RETURNING wallet_id
        )
        SELECT true AS is_new, NULL::bytea AS request_hash, false AS is_over FROM made
        UNION ALL
        SELECT false, registered_request($1), EXISTS (SELECT FROM solution) WHERE NOT EXISTS (SELECT FROM made)
        """)

    private static let finding = PostgresStatement(
        "account", repetition: .harmless, parameters: [.text, .integer, .integer],
        """
        SELECT account.wallet_id, state, revocation_reason, ended_at, device_kind, device_key, sealed_pin_key, new_sealed_pin_key,
            pin_version, recovery_pin_key, recovery_expires_at, recovery_code_mark, created_at, is_used, account.seq, assertion_counter,
            attempts, wait_until, account.request_hash AS registration_hash, message.request_hash AS message_hash, message.status, message.answer,
            (SELECT revoked_at FROM solution) AS solution_revoked_at,
            (SELECT coalesce(sum(count), 0)::bigint FROM wrong_pin
                WHERE wrong_pin.wallet_id = account.wallet_id AND day > clock.now / \(WrongPINWindow.day) - \(WrongPINWindow.days)) AS wrong_pins,
            clock.now
        FROM (SELECT wallet_now() AS now) AS clock CROSS JOIN account
        LEFT JOIN message ON message.wallet_id = account.wallet_id AND message.seq = $2 AND message.recorded_at >= clock.now - $3
        WHERE account.wallet_id = $1
        """)

    private static let listingKeys = PostgresStatement(
        "keys", repetition: .harmless, parameters: [.text, .text],
        "SELECT key_id, public_key, wrapped FROM wallet_key WHERE wallet_id = $1 AND purpose = $2")

    private static let removingMessages = removal("messages", "message", "recorded_at < (SELECT wallet_now() - $1)")

    private static let removingGoneAccounts = removal(
        "gone", "account", "state = 'deregistered' AND ended_at < (SELECT wallet_now() - $1)")

    private static let removingUnusedAccounts = removal(
        "unused", "account", "NOT is_used AND created_at <= (SELECT wallet_now() - $1)")

    private static let removingRecoveries = PostgresStatement(
        "remove-recoveries", repetition: .harmless, parameters: Array(ChangeKind.parameters.dropFirst(2)),
        """
        WITH removed AS (
            UPDATE account SET recovery_pin_key = NULL, recovery_expires_at = NULL
            WHERE \(isInBatch("account", "recovery_expires_at <= (SELECT wallet_now())"))
            RETURNING wallet_id
        )
        SELECT count(change_wallet_keys(wallet_id, $1, $2, $3, $4, $5, $6)) FROM removed
        """)

    private static let removingAttestations = removal("attestations", "attestation", "expires_at <= (SELECT wallet_now() - $1)")

    private static let removingWrongPINs = removal(
        "wrong-pins", "wrong_pin", "day <= (SELECT (wallet_now() - $1) / \(WrongPINWindow.day))")

    /// Keeps the newest list, so that no number is reused.
    private static let removingStatusLists = PostgresStatement(
        "remove-status-lists", repetition: .harmless,
        """
        WITH removed AS (
            DELETE FROM status_list WHERE number < (SELECT max(number) FROM status_list)
                AND NOT EXISTS (SELECT FROM attestation WHERE list = number)
            RETURNING 1
        )
        SELECT count(*) FROM removed
        """)

    private static func removal(_ name: String, _ table: String, _ condition: String) -> PostgresStatement {
        PostgresStatement(
            "remove-\(name)", repetition: .harmless, parameters: [.integer],
            "WITH removed AS (DELETE FROM \(table) WHERE \(isInBatch(table, condition)) RETURNING 1) SELECT count(*) FROM removed")
    }

    /// Locks rows and then addresses them by their position, so that the table is not searched twice. The limit must be a subquery, because
    /// an index scan cannot compare with the result of a volatile function.
    private static func isInBatch(_ table: String, _ condition: String) -> String {
        "ctid = ANY (ARRAY(SELECT ctid FROM \(table) WHERE \(condition) LIMIT \(batch) FOR UPDATE SKIP LOCKED))"
    }
}
