// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import WalletProvider

extension Account {
    /// Reads a row with the columns of `AccountColumn`.
    init(_ row: Row, of walletID: WalletID, now: Timestamp) throws {
        guard let kind = DeviceKind(rawValue: try row.value(String.self, .deviceKind)),
            let counter = UInt32(exactly: try row.value(Int64.self, .assertionCounter)),
            let attempts = Int(exactly: try row.value(Int64.self, .attempts)),
            let wrongPINs = Int(exactly: try row.value(Int64.self, .wrongPINs))
        else { throw Row.damaged }
        let recovery = try row.optional(Int64.self, .recoveryExpiresAt).map { expiry in
            PendingPINRecovery(sealedPINKey: try row.bytes(.recoveryPINKey), expiresAt: Timestamp(milliseconds: expiry))
        }
        self.init(
            walletID: walletID, state: try AccountState(row),
            isSolutionRevoked: try row.optional(Int64.self, .solutionRevokedAt) != nil, deviceKind: kind,
            deviceKey: try row.bytes(.deviceKey), registrationHash: try row.bytes(.requestHash),
            pin: AccountPIN(
                sealedKey: try row.bytes(.sealedPINKey), sealedNewKey: try row.optionalBytes(.newSealedPINKey),
                version: try row.value(Int64.self, .pinVersion)),
            recovery: recovery, recoveryCodeMark: try row.optionalBytes(.recoveryCodeMark),
            createdAt: Timestamp(milliseconds: try row.value(Int64.self, .createdAt)),
            isUsed: try row.value(Int64.self, .isUsed) != 0, sequenceNumber: try row.value(Int64.self, .sequenceNumber),
            assertionCounter: counter, attempts: attempts,
            waitUntil: try row.optional(Int64.self, .waitUntil).map(Timestamp.init(milliseconds:)),
            wrongPINs: wrongPINs, readAt: now)
    }
}

extension AccountState {
    /// Reads the columns of the state. The wallet's own revocation takes precedence over the solution's.
    fileprivate init(_ row: Row) throws {
        switch try row.value(String.self, .state) {
        case "active":
            let solution = try row.optional(Int64.self, .solutionRevokedAt)
            self =
                solution.map { .revoked(Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: $0))) } ?? .active
        case "deregistered": self = .deregistered
        default:
            self = .revoked(try Revocation(row.value(String.self, .revocationReason), at: row.value(Int64.self, .endedAt)))
        }
    }
}

extension Revocation {
    /// Reads the columns `revocation_reason` and `ended_at`.
    init(_ row: Row) throws {
        try self.init(row.value(String.self, "revocation_reason"), at: row.value(Int64.self, "ended_at"))
    }

    /// Creates a revocation from its two stored values.
    fileprivate init(_ reason: String, at date: Int64) throws {
        guard let reason = RevocationReason(rawValue: reason) else { throw Row.damaged }
        self.init(reason: reason, date: Timestamp(milliseconds: date))
    }
}

extension RecordedMessage {
    /// Reads the columns of the message of `AccountColumn`; nil if there is no message.
    init?(_ row: Row) throws {
        guard let hash = try row.optionalBytes(.messageHash) else { return nil }
        let answer = try row.optional(Int64.self, .messageStatus).map { status in
            guard let status = Int(exactly: status) else { throw Row.damaged }
            return StoredAnswer(status: status, body: try row.bytes(.messageAnswer))
        }
        self.init(requestHash: hash, answer: answer)
    }
}
