// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore {
    /// Runs one SELECT by index.
    package func wallet(withRevocationCodeMark mark: [UInt8]) async throws(AccountStoreError) -> WalletID? {
        try await reading { database, _ in
            let row = try database.row(
                sql: "SELECT wallet_id FROM account WHERE revocation_code_mark = ? AND \(MessageAcceptance.isKnown)",
                arguments: [mark.blob])
            return try row.map { try WalletID(parsing: $0.value(String.self, "wallet_id")) }
        }
    }

    /// Returns the wallet registered last that is not deregistered; nil if there is no wallet. Scans the table: for a demo with one phone.
    package func newestWallet() async throws(AccountStoreError) -> WalletID? {
        try await reading { database, _ in
            let row = try database.row(
                sql: "SELECT wallet_id FROM account WHERE \(MessageAcceptance.isKnown) ORDER BY created_at DESC, wallet_id LIMIT 1")
            return try row.map { try WalletID(parsing: $0.value(String.self, "wallet_id")) }
        }
    }

    /// Runs an UPDATE that keeps an earlier revocation; the same transaction removes the keys.
    package func revoke(_ walletID: WalletID, because reason: RevocationReason) async throws(AccountStoreError) -> Revocation? {
        try await writing { database, now in
            try database.perform(
                sql: """
                    UPDATE account SET state = 'revoked', revocation_reason = ?, ended_at = ?
                    WHERE wallet_id = ? AND state = 'active'
                    """,
                arguments: [reason.rawValue, now.milliseconds, walletID.text])
            let row = try database.row(sql: "SELECT * FROM account WHERE wallet_id = ? AND state = 'revoked'", arguments: [walletID.text])
            guard let row else { return nil }
            try database.perform(sql: "DELETE FROM wallet_key WHERE wallet_id = ?", arguments: [walletID.text])
            return try Revocation(row)
        }
    }

    /// Runs one SELECT by index.
    package func wallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await reading { database, _ in try Self.wallets(withRecoveryCodeMark: mark, in: database) }
    }

    /// Runs an UPDATE by index and removes the keys in the same transaction. The revoked rows also mark the code as revoked for later
    /// wallets.
    package func revokeWallets(withRecoveryCodeMark mark: [UInt8]) async throws(AccountStoreError) -> [HeldWallet] {
        try await writing { database, now in
            try database.perform(
                sql: """
                    UPDATE account SET state = 'revoked', revocation_reason = 'recovery_code', ended_at = coalesce(ended_at, ?)
                    WHERE recovery_code_mark = ? AND \(MessageAcceptance.isKnown)
                    """,
                arguments: [now.milliseconds, mark.blob])
            try database.perform(
                sql: "DELETE FROM wallet_key WHERE wallet_id IN (SELECT wallet_id FROM account WHERE recovery_code_mark = ?)",
                arguments: [mark.blob])
            return try Self.wallets(withRecoveryCodeMark: mark, in: database)
        }
    }

    private static func wallets(withRecoveryCodeMark mark: [UInt8], in database: Database) throws -> [HeldWallet] {
        try database.rows(
            sql: "SELECT * FROM account WHERE recovery_code_mark = ? AND \(MessageAcceptance.isKnown) ORDER BY wallet_id",
            arguments: [mark.blob]
        ).map { row in
            HeldWallet(
                walletID: try WalletID(parsing: row.value(String.self, "wallet_id")),
                revocation: try row.value(String.self, "state") == "revoked" ? try Revocation(row) : nil)
        }
    }

    /// Stores one row that covers all present and future wallets.
    package func revokeSolution() async throws(AccountStoreError) -> Revocation {
        try await writing { database, now in
            try database.perform(
                sql: "INSERT INTO solution (id, revoked_at) VALUES (1, ?) ON CONFLICT DO NOTHING", arguments: [now.milliseconds])
            try database.perform(sql: "DELETE FROM wallet_key")
            guard let revocation = try Self.solutionRevocation(in: database) else { throw Row.damaged }
            return revocation
        }
    }

    /// Runs one SELECT.
    package func solutionRevocation() async throws(AccountStoreError) -> Revocation? {
        try await reading { database, _ in try Self.solutionRevocation(in: database) }
    }

    private static func solutionRevocation(in database: Database) throws -> Revocation? {
        try database.row(sql: "SELECT revoked_at FROM solution").map { row in
            Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: try row.value(Int64.self, "revoked_at")))
        }
    }
}
