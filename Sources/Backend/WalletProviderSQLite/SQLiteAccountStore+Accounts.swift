// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// Runs an INSERT that does nothing if the wallet exists. The existing row's request then distinguishes a repetition from a conflict.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await writing { database, now in
            try database.perform(
                sql: """
                    INSERT INTO account (
                        wallet_id, state, device_kind, device_key, sealed_pin_key, pin_version, revocation_code_mark, request_hash,
                        created_at, is_used, seq, assertion_counter, attempts, attempt_seq
                    ) SELECT :wallet, 'active', :kind, :device, :pin, 0, :mark, :hash, :now, 0, :seq, :counter, 0, 0
                    WHERE NOT EXISTS (SELECT 1 FROM solution)
                    ON CONFLICT (wallet_id) DO NOTHING
                    """,
                arguments: [
                    "wallet": account.walletID.text, "kind": account.deviceKind.rawValue, "device": account.deviceKey.blob,
                    "pin": account.sealedPINKey.blob, "mark": account.revocationCodeMark.blob, "hash": account.requestHash.blob,
                    "now": now.milliseconds, "seq": account.sequenceNumber, "counter": Int64(account.assertionCounter),
                ])
            guard database.changesCount == 0 else { return .created }
            let earlier = try database.row(sql: "SELECT request_hash FROM account WHERE wallet_id = ?", arguments: [account.walletID.text])
            guard let earlier else { return .solutionRevoked }
            return try earlier.bytes("request_hash") == account.requestHash ? .repeated : .conflict
        }
    }

    /// Runs one SELECT by primary keys.
    package func account(
        of walletID: WalletID, withMessage sequenceNumber: Int64, recordedWithin retention: Int64
    ) async throws(AccountStoreError) -> (account: Account, message: RecordedMessage?)? {
        let read: @Sendable (Database, Timestamp) throws -> (account: Account, message: RecordedMessage?)? = { database, now in
            try database.first(
                sql: Self.readingAccount,
                arguments: [
                    "day": WrongPINWindow.day(of: now) - WrongPINWindow.days, "seq": sequenceNumber,
                    "since": now.advanced(byMilliseconds: -retention).milliseconds, "wallet": walletID.text,
                ]
            ) { (try Account($0, of: walletID, now: now), try RecordedMessage($0)) }
        }
        // An outcome that is not committed yet is visible only behind it in the queue of writes.
        return try await writes.hasRider(for: walletID.text) ? writing(read) : lookingUp(read)
    }

    private static let readingAccount = """
        SELECT \(AccountColumn.allCases.map(\.sql).joined(separator: ", ")) FROM account
        LEFT JOIN message ON message.wallet_id = account.wallet_id AND message.seq = :seq AND message.recorded_at >= :since
        WHERE account.wallet_id = :wallet
        """

    /// Runs one SELECT by primary key.
    package func keys(of walletID: WalletID, for purpose: WalletKeyPurpose) async throws(AccountStoreError) -> [WalletKey] {
        try await reading { database, _ in
            try database.rows(
                sql: "SELECT * FROM wallet_key WHERE wallet_id = ? AND purpose = ?", arguments: [walletID.text, purpose.rawValue]
            ).map { row in
                WalletKey(
                    id: try WalletKeyID(parsing: row.value(String.self, "key_id")), purpose: purpose,
                    publicKey: try row.bytes("public_key"), wrapped: try row.bytes("wrapped"))
            }
        }
    }

    /// Removes messages in batches, then runs DELETEs and one UPDATE by index, in one transaction.
    package func removeExpired(answers: Int64, unusedAccounts: Int64) async throws(AccountStoreError) {
        try await removeMessages(after: answers)
        try await writing { database, now in
            let answersEnd = now.advanced(byMilliseconds: -answers).milliseconds
            let accountsEnd = now.advanced(byMilliseconds: -unusedAccounts).milliseconds
            try database.perform(sql: "DELETE FROM account WHERE state = 'deregistered' AND ended_at < ?", arguments: [answersEnd])
            try database.perform(sql: "DELETE FROM account WHERE is_used = 0 AND created_at <= ?", arguments: [accountsEnd])
            try database.perform(
                sql: """
                    DELETE FROM wallet_key WHERE purpose = 'recovery' AND wallet_id IN (
                        SELECT wallet_id FROM account WHERE recovery_expires_at <= ?)
                    """,
                arguments: [now.milliseconds])
            try database.perform(
                sql: "UPDATE account SET recovery_pin_key = NULL, recovery_expires_at = NULL WHERE recovery_expires_at <= ?",
                arguments: [now.milliseconds])
            try database.perform(
                sql: "DELETE FROM wrong_pin WHERE day <= ?", arguments: [WrongPINWindow.day(of: now) - WrongPINWindow.days])
            try Self.removeExpiredAttestations(in: database, now: now)
        }
    }
}
