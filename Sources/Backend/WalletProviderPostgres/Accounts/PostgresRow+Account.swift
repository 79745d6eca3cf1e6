// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import ProviderProtocol
import WalletProvider

extension Account {
    /// Reads a row of `account` with the columns `solution_revoked_at`, `wrong_pins` and `now`.
    init(_ row: PostgresRow) throws {
        guard let kind = DeviceKind(rawValue: try row.text("device_kind")),
            let counter = UInt32(exactly: try row.integer("assertion_counter")), let attempts = Int(exactly: try row.integer("attempts")),
            let wrongPINs = Int(exactly: try row.integer("wrong_pins"))
        else { throw AccountStoreError.unreadable }
        let recovery = try row.optionalInteger("recovery_expires_at").map { expiry in
            PendingPINRecovery(sealedPINKey: try row.bytes("recovery_pin_key"), expiresAt: Timestamp(milliseconds: expiry))
        }
        self.init(
            walletID: try WalletID(parsing: row.text("wallet_id")), state: try AccountState(row),
            isSolutionRevoked: try row.optionalInteger("solution_revoked_at") != nil, deviceKind: kind,
            deviceKey: try row.bytes("device_key"), registrationHash: try row.bytes("registration_hash"),
            pin: AccountPIN(
                sealedKey: try row.bytes("sealed_pin_key"), sealedNewKey: try row.optionalBytes("new_sealed_pin_key"),
                version: try row.integer("pin_version")),
            recovery: recovery, recoveryCodeMark: try row.optionalBytes("recovery_code_mark"),
            createdAt: Timestamp(milliseconds: try row.integer("created_at")), isUsed: try row.boolean("is_used"),
            sequenceNumber: try row.integer("seq"), assertionCounter: counter, attempts: attempts,
            waitUntil: try row.optionalInteger("wait_until").map(Timestamp.init(milliseconds:)),
            wrongPINs: wrongPINs, readAt: Timestamp(milliseconds: try row.integer("now")))
    }
}

extension AccountState {
    /// Reads the columns `state`, `revocation_reason`, `ended_at` and `solution_revoked_at`. The wallet's own revocation takes precedence.
    fileprivate init(_ row: PostgresRow) throws {
        switch try row.text("state") {
        case "active":
            let solution = try row.optionalInteger("solution_revoked_at")
            self = solution.map { .revoked(Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: $0))) } ?? .active
        case "deregistered": self = .deregistered
        default: self = .revoked(try Revocation(row))
        }
    }
}

extension Revocation {
    /// Reads the columns `revocation_reason` and `ended_at`.
    init(_ row: PostgresRow) throws {
        guard let reason = RevocationReason(rawValue: try row.text("revocation_reason")) else { throw AccountStoreError.unreadable }
        self.init(reason: reason, date: Timestamp(milliseconds: try row.integer("ended_at")))
    }
}

extension RecordedMessage {
    /// Reads the columns `message_hash`, `status` and `answer`; nil if there is no message.
    init?(_ row: PostgresRow) throws {
        guard let hash = try row.optionalBytes("message_hash") else { return nil }
        let answer = try row.optionalInteger("status").map { status in
            guard let status = Int(exactly: status) else { throw AccountStoreError.unreadable }
            return StoredAnswer(status: status, body: try row.bytes("answer"))
        }
        self.init(requestHash: hash, answer: answer)
    }
}
