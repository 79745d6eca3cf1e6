// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// One INSERT that does nothing when the wallet is there; then the request that made it tells repetition from conflict.
    package func create(_ account: NewAccount) async throws(AccountStoreError) -> AccountCreation {
        try await writing { database in
            try database.execute(
                sql: """
                    INSERT INTO account (
                        wallet_id, state, device_key, sealed_pin_key, revocation_code_mark, request_hash, created_at, is_used, seq,
                        assertion_counter, attempts, attempt_seq
                    ) VALUES (:wallet, 'active', :device, :pin, :mark, :hash, :now, 0, :seq, :counter, 0, 0)
                    ON CONFLICT (wallet_id) DO NOTHING
                    """,
                arguments: [
                    "wallet": account.walletID.text, "device": account.deviceKey.blob, "pin": account.sealedPINKey.blob,
                    "mark": account.revocationCodeMark.blob, "hash": account.requestHash.blob, "now": account.createdAt.milliseconds,
                    "seq": account.sequenceNumber, "counter": Int64(account.assertionCounter),
                ])
            guard database.changesCount == 0 else { return .created }
            let earlier = try Row.fetchOne(
                database, sql: "SELECT request_hash FROM account WHERE wallet_id = ?", arguments: [account.walletID.text])
            return try earlier?.bytes("request_hash") == account.requestHash ? .repeated : .conflict
        }
    }

    /// One SELECT by the primary key.
    package func account(of walletID: WalletID) async throws(AccountStoreError) -> Account? {
        try await reading { database in
            try Row.fetchOne(database, sql: "SELECT * FROM account WHERE wallet_id = ?", arguments: [walletID.text]).map(Account.init)
        }
    }

    /// Three DELETEs by index, in one transaction.
    package func removeExpired(
        messages: Timestamp, challenges: Timestamp, unusedAccounts: Timestamp
    ) async throws(AccountStoreError) {
        try await writing { database in
            try database.execute(sql: "DELETE FROM message WHERE recorded_at < ?", arguments: [messages.milliseconds])
            try database.execute(sql: "DELETE FROM challenge WHERE expires_at <= ?", arguments: [challenges.milliseconds])
            try database.execute(
                sql: "DELETE FROM account WHERE is_used = 0 AND created_at <= ?", arguments: [unusedAccounts.milliseconds])
        }
    }
}

extension Account {
    fileprivate init(_ row: Row) throws {
        let state: AccountState
        switch try row.value(String.self, "state") {
        case "active": state = .active
        default:
            guard let reason = RevocationReason(rawValue: try row.value(String.self, "revocation_reason")) else { throw Row.damaged }
            state = .revoked(reason)
        }
        guard let counter = UInt32(exactly: try row.value(Int64.self, "assertion_counter")),
            let attempts = Int(exactly: try row.value(Int64.self, "attempts"))
        else { throw Row.damaged }
        self.init(
            walletID: try WalletID(parsing: row.value(String.self, "wallet_id")), state: state, deviceKey: try row.bytes("device_key"),
            sealedPINKey: try row.bytes("sealed_pin_key"),
            createdAt: Timestamp(milliseconds: try row.value(Int64.self, "created_at")),
            isUsed: try row.value(Int64.self, "is_used") != 0, sequenceNumber: try row.value(Int64.self, "seq"), assertionCounter: counter,
            attempts: attempts, waitUntil: try row.optional(Int64.self, "wait_until").map(Timestamp.init(milliseconds:)))
    }
}
