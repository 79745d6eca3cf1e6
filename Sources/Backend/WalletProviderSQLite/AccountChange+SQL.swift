// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import WalletProvider

extension AccountChange {
    /// Returns the assignments in the account's row, with their arguments.
    func assignments(at now: Timestamp) -> (sql: [String], arguments: StatementArguments) {
        var sql = changesPINKeys ? ["pin_version = pin_version + 1"] : []
        var arguments: StatementArguments = [:]
        switch self {
        case .none, .addKeys, .deleteKeys, .handOutAttestation: break
        case .beginPINChange(let key):
            sql += ["new_sealed_pin_key = :pin"]
            arguments = ["pin": key.blob]
        case .commitPINChange: sql += ["sealed_pin_key = new_sealed_pin_key", "new_sealed_pin_key = NULL"]
        case .rollBackPINChange: sql += ["new_sealed_pin_key = NULL"]
        case .rememberRecoveryCode(let mark):
            sql += ["recovery_code_mark = :mark"]
            arguments = ["mark": mark.blob]
        case .beginRecovery(let key, _, let lifetime):
            sql += ["recovery_pin_key = :pin", "recovery_expires_at = :end"]
            arguments = ["pin": key.blob, "end": now.advanced(byMilliseconds: lifetime).milliseconds]
        case .completeRecovery:
            sql += [
                "sealed_pin_key = recovery_pin_key", "new_sealed_pin_key = NULL", "recovery_pin_key = NULL", "recovery_expires_at = NULL",
                "attempts = 0", "wait_until = NULL",
            ]
        case .deregister:
            sql += [
                "state = 'deregistered'", "ended_at = :end", "sealed_pin_key = x''", "new_sealed_pin_key = NULL", "recovery_pin_key = NULL",
                "recovery_expires_at = NULL", "recovery_code_mark = NULL",
            ]
            arguments = ["end": now.milliseconds]
        }
        return (sql, arguments)
    }

    /// Applies the effects beyond the account's row, mostly on the wallet's keys. Called after the row was changed.
    func follow(for walletID: String, at now: Timestamp, in database: Database) throws {
        switch self {
        case .none, .beginPINChange, .commitPINChange, .rollBackPINChange: break
        case .rememberRecoveryCode(let mark):
            if try HolderRevocation.isRevoked(mark, in: database) { try HolderRevocation.end(walletID, at: now, in: database) }
        case .addKeys(let keys): try Self.add(keys, to: walletID, in: database)
        case .deleteKeys(let ids):
            for id in ids {
                try database.perform(
                    sql: "DELETE FROM wallet_key WHERE wallet_id = ? AND key_id = ? AND purpose = 'credential'",
                    arguments: [walletID, id.text])
            }
        case .beginRecovery(_, let keys, _):
            try Self.removeRecoveryKeys(of: walletID, in: database)
            try Self.add(keys, to: walletID, in: database)
        case .completeRecovery: try Self.removeRecoveryKeys(of: walletID, in: database)
        case .handOutAttestation:
            try database.perform(
                sql: "UPDATE attestation SET is_pending = 0 WHERE wallet_id = ? AND is_pending = 1", arguments: [walletID])
        case .deregister: try database.perform(sql: "DELETE FROM wallet_key WHERE wallet_id = ?", arguments: [walletID])
        }
    }

    private static func add(_ keys: [WalletKey], to walletID: String, in database: Database) throws {
        for key in keys {
            try database.perform(
                sql: "INSERT INTO wallet_key (wallet_id, key_id, purpose, public_key, wrapped) VALUES (?, ?, ?, ?, ?)",
                arguments: [walletID, key.id.text, key.purpose.rawValue, key.publicKey.blob, key.wrapped.blob])
        }
    }

    private static func removeRecoveryKeys(of walletID: String, in database: Database) throws {
        try database.perform(sql: "DELETE FROM wallet_key WHERE wallet_id = ? AND purpose = 'recovery'", arguments: [walletID])
    }
}
