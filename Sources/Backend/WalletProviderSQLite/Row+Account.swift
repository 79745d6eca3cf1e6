// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import WalletProvider

extension Account {
    /// Reads a row of `account` with the columns `solution_revoked_at` and `wrong_pins`.
    init(_ row: Row, now: Timestamp) throws {
        guard let kind = DeviceKind(rawValue: try row.value(String.self, "device_kind")),
            let counter = UInt32(exactly: try row.value(Int64.self, "assertion_counter")),
            let attempts = Int(exactly: try row.value(Int64.self, "attempts")),
            let wrongPINs = Int(exactly: try row.value(Int64.self, "wrong_pins"))
        else { throw Row.damaged }
        let recovery = try row.optional(Int64.self, "recovery_expires_at").map { expiry in
            PINRecovery(sealedPINKey: try row.bytes("recovery_pin_key"), expiresAt: Timestamp(milliseconds: expiry))
        }
        self.init(
            walletID: try WalletID(parsing: row.value(String.self, "wallet_id")), state: try AccountState(row),
            isSolutionRevoked: try row.optional(Int64.self, "solution_revoked_at") != nil, deviceKind: kind,
            deviceKey: try row.bytes("device_key"), registrationHash: try row.bytes("request_hash"),
            pin: AccountPIN(
                sealedKey: try row.bytes("sealed_pin_key"), sealedNewKey: try row.optionalBytes("new_sealed_pin_key"),
                version: try row.value(Int64.self, "pin_version")),
            recovery: recovery, recoveryCodeMark: try row.optionalBytes("recovery_code_mark"),
            createdAt: Timestamp(milliseconds: try row.value(Int64.self, "created_at")),
            isUsed: try row.value(Int64.self, "is_used") != 0, sequenceNumber: try row.value(Int64.self, "seq"), assertionCounter: counter,
            attempts: attempts, waitUntil: try row.optional(Int64.self, "wait_until").map(Timestamp.init(milliseconds:)),
            wrongPINs: wrongPINs, challenges: IssuedChallenges(json: try row.value(String.self, "challenges")), readAt: now)
    }
}

extension AccountState {
    /// Reads the columns `state`, `revocation_reason`, `ended_at` and `solution_revoked_at`. The wallet's own revocation takes precedence.
    fileprivate init(_ row: Row) throws {
        switch try row.value(String.self, "state") {
        case "active":
            let solution = try row.optional(Int64.self, "solution_revoked_at")
            self =
                solution.map { .revoked(Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: $0))) } ?? .active
        case "deregistered": self = .deregistered
        default: self = .revoked(try Revocation(row))
        }
    }
}

extension Revocation {
    /// Reads the columns `revocation_reason` and `ended_at`.
    init(_ row: Row) throws {
        guard let reason = RevocationReason(rawValue: try row.value(String.self, "revocation_reason")) else { throw Row.damaged }
        self.init(reason: reason, date: Timestamp(milliseconds: try row.value(Int64.self, "ended_at")))
    }
}

extension RecordedMessage {
    /// Reads the columns `message_hash`, `status` and `answer`; nil if there is no message.
    init?(_ row: Row) throws {
        guard let hash = try row.optionalBytes("message_hash") else { return nil }
        let answer = try row.optional(Int64.self, "status").map { status in
            guard let status = Int(exactly: status) else { throw Row.damaged }
            return StoredAnswer(status: status, body: try row.bytes("answer"))
        }
        self.init(requestHash: hash, answer: answer)
    }
}
