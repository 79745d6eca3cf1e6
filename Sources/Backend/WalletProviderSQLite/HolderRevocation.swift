// SPDX-License-Identifier: EUPL-1.2

import GRDB
import WalletProvider

/// Revokes all wallets of a person together: no wallet with a revoked recovery code is active.
enum HolderRevocation {
    /// Returns true if the recovery code was revoked, which a revoked wallet's row shows.
    static func isRevoked(_ mark: [UInt8], in database: Database) throws -> Bool {
        try database.row(
            sql: "SELECT 1 FROM account WHERE recovery_code_mark = ? AND revocation_reason = 'recovery_code' LIMIT 1",
            arguments: [mark.blob]
        ) != nil
    }

    /// Revokes an active wallet that has just received a revoked code, and removes its keys.
    static func end(_ walletID: String, at now: Timestamp, in database: Database) throws {
        try database.perform(
            sql: """
                UPDATE account SET state = 'revoked', revocation_reason = 'recovery_code', ended_at = ?
                WHERE wallet_id = ? AND state = 'active'
                """,
            arguments: [now.milliseconds, walletID])
        guard database.changesCount == 1 else { return }
        try database.perform(sql: "DELETE FROM wallet_key WHERE wallet_id = ?", arguments: [walletID])
    }
}
