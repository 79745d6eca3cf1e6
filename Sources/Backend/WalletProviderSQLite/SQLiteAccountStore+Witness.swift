// SPDX-License-Identifier: EUPL-1.2

import GRDB
package import ProviderProtocol
package import WalletProvider

extension SQLiteAccountStore: WitnessedAccounts {
    /// Runs one SELECT by primary key.
    package func witnessedAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await reading { database, _ in
            try database.rows(
                sql: "SELECT * FROM account WHERE wallet_id > ? ORDER BY wallet_id LIMIT ?", arguments: [walletID?.text ?? "", limit]
            ).map(WitnessedAccount.init)
        }
    }

    /// Runs one SELECT by primary key.
    package func witnessedAccount(_ walletID: WalletID) async throws(AccountStoreError) -> WitnessedAccount? {
        try await reading { database, _ in try Self.witnessedAccount(walletID, in: database) }
    }

    /// Runs SELECTs by primary key in one transaction.
    package func witnessedAccounts(named walletIDs: [WalletID]) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await reading { database, _ in try walletIDs.compactMap { try Self.witnessedAccount($0, in: database) } }
    }

    /// Runs one SELECT by the index of deregistered accounts.
    package func deregisteredAccounts(after walletID: WalletID?, limit: Int) async throws(AccountStoreError) -> [WitnessedAccount] {
        try await reading { database, _ in
            try database.rows(
                sql: "SELECT * FROM account WHERE state = 'deregistered' AND wallet_id > ? ORDER BY wallet_id LIMIT ?",
                arguments: [walletID?.text ?? "", limit]
            ).map(WitnessedAccount.init)
        }
    }

    /// Compares and writes in one transaction. Also checks if the recovery code of the new row was revoked.
    package func replace(
        _ former: WitnessedAccount?, by account: WitnessedAccount
    ) async throws(AccountStoreError) -> Bool {
        try await writing { database, now in
            guard try Self.witnessedAccount(account.walletID, in: database) == former else { return false }
            let isRevoked = try account.recoveryCodeMark.map { try HolderRevocation.isRevoked($0, in: database) } ?? false
            let arguments = account.arguments
            if former == nil {
                let columns = arguments.map(\.0)
                try database.perform(
                    sql: """
                        INSERT INTO account (\(columns.joined(separator: ", ")))
                        VALUES (\(columns.map { ":" + $0 }.joined(separator: ", ")))
                        """,
                    arguments: StatementArguments(Dictionary(arguments, uniquingKeysWith: { first, _ in first })))
            } else {
                try database.perform(
                    sql: """
                        UPDATE account SET \(arguments.map { "\($0.0) = :\($0.0)" }.joined(separator: ", "))
                        WHERE wallet_id = :wallet_id
                        """,
                    arguments: StatementArguments(Dictionary(arguments, uniquingKeysWith: { first, _ in first })))
            }
            if account.end != nil {
                try database.perform(sql: "DELETE FROM wallet_key WHERE wallet_id = ?", arguments: [account.walletID.text])
            } else if isRevoked {
                try HolderRevocation.end(account.walletID.text, at: now, in: database)
            }
            return true
        }
    }

    private static func witnessedAccount(_ walletID: WalletID, in database: Database) throws -> WitnessedAccount? {
        try database.row(sql: "SELECT * FROM account WHERE wallet_id = ?", arguments: [walletID.text]).map(WitnessedAccount.init)
    }
}

extension WitnessedAccount {
    /// Reads a row of `account`.
    fileprivate init(_ row: Row) throws {
        guard let kind = DeviceKind(rawValue: try row.value(String.self, "device_kind")),
            let counter = UInt32(exactly: try row.value(Int64.self, "assertion_counter"))
        else { throw Row.damaged }
        let reason = try row.optional(String.self, "revocation_reason").map { text in
            guard let reason = RevocationReason(rawValue: text) else { throw Row.damaged }
            return reason
        }
        self.init(
            registration: Registration(
                walletID: try WalletID(parsing: row.value(String.self, "wallet_id")), deviceKind: kind,
                deviceKey: try row.bytes("device_key"), revocationCodeMark: try row.bytes("revocation_code_mark"),
                requestHash: try row.bytes("request_hash"),
                createdAt: Timestamp(milliseconds: try row.value(Int64.self, "created_at"))),
            end: try row.optional(Int64.self, "ended_at").map { End(reason: reason, date: Timestamp(milliseconds: $0)) },
            pin: AccountPIN(
                sealedKey: try row.bytes("sealed_pin_key"), sealedNewKey: try row.optionalBytes("new_sealed_pin_key"),
                version: try row.value(Int64.self, "pin_version")),
            recovery: try row.optional(Int64.self, "recovery_expires_at").map {
                PendingPINRecovery(sealedPINKey: try row.bytes("recovery_pin_key"), expiresAt: Timestamp(milliseconds: $0))
            }, recoveryCodeMark: try row.optionalBytes("recovery_code_mark"), isUsed: try row.value(Int64.self, "is_used") != 0,
            sequenceNumber: try row.value(Int64.self, "seq"), assertionCounter: counter,
            attempts: Attempts(
                count: try row.value(Int64.self, "attempts"), sequenceNumber: try row.value(Int64.self, "attempt_seq"),
                waitUntil: try row.optional(Int64.self, "wait_until").map(Timestamp.init(milliseconds:))))
    }

    /// The row's columns.
    fileprivate var arguments: [(String, (any DatabaseValueConvertible)?)] {
        let state = end == nil ? "active" : end?.reason == nil ? "deregistered" : "revoked"
        return [
            ("wallet_id", walletID.text), ("state", state), ("revocation_reason", end?.reason?.rawValue),
            ("ended_at", end?.date.milliseconds), ("device_kind", registration.deviceKind.rawValue),
            ("device_key", registration.deviceKey.blob), ("sealed_pin_key", pin.sealedKey.blob),
            ("new_sealed_pin_key", pin.sealedNewKey?.blob), ("pin_version", pin.version),
            ("recovery_pin_key", recovery?.sealedPINKey.blob), ("recovery_expires_at", recovery?.expiresAt.milliseconds),
            ("recovery_code_mark", recoveryCodeMark?.blob), ("revocation_code_mark", registration.revocationCodeMark.blob),
            ("request_hash", registration.requestHash.blob), ("created_at", registration.createdAt.milliseconds),
            ("is_used", isUsed ? 1 : 0), ("seq", sequenceNumber), ("assertion_counter", Int64(assertionCounter)),
            ("attempts", attempts.count), ("attempt_seq", attempts.sequenceNumber), ("wait_until", attempts.waitUntil?.milliseconds),
        ]
    }
}
