// SPDX-License-Identifier: EUPL-1.2

import GRDB

/// The columns of the SELECT that reads an account with one of its messages. The raw value is the column's place.
///
/// Columns are read by place, because GRDB compares a name in lower case with the names of all columns.
enum AccountColumn: Int, CaseIterable {
    case state, revocationReason, endedAt, deviceKind, deviceKey, requestHash
    case sealedPINKey, newSealedPINKey, pinVersion, recoveryPINKey, recoveryExpiresAt, recoveryCodeMark
    case createdAt, isUsed, sequenceNumber, assertionCounter, attempts, waitUntil
    case solutionRevokedAt, wrongPINs
    case messageHash, messageStatus, messageAnswer

    /// The column's expression. `:day` is the day before the first whose wrong PINs count.
    var sql: String {
        switch self {
        case .state: "account.state"
        case .revocationReason: "account.revocation_reason"
        case .endedAt: "account.ended_at"
        case .deviceKind: "account.device_kind"
        case .deviceKey: "account.device_key"
        case .requestHash: "account.request_hash"
        case .sealedPINKey: "account.sealed_pin_key"
        case .newSealedPINKey: "account.new_sealed_pin_key"
        case .pinVersion: "account.pin_version"
        case .recoveryPINKey: "account.recovery_pin_key"
        case .recoveryExpiresAt: "account.recovery_expires_at"
        case .recoveryCodeMark: "account.recovery_code_mark"
        case .createdAt: "account.created_at"
        case .isUsed: "account.is_used"
        case .sequenceNumber: "account.seq"
        case .assertionCounter: "account.assertion_counter"
        case .attempts: "account.attempts"
        case .waitUntil: "account.wait_until"
        case .solutionRevokedAt: "(SELECT revoked_at FROM solution)"
        case .wrongPINs: "(SELECT coalesce(sum(count), 0) FROM wrong_pin WHERE wallet_id = account.wallet_id AND day > :day)"
        case .messageHash: "message.request_hash"
        case .messageStatus: "message.status"
        case .messageAnswer: "message.answer"
        }
    }
}

extension Row {
    func optional<Value: DatabaseValueConvertible>(_ type: Value.Type, _ column: AccountColumn) throws -> Value? {
        try Self.optional(type, in: self[column.rawValue])
    }

    func value<Value: DatabaseValueConvertible>(_ type: Value.Type, _ column: AccountColumn) throws -> Value {
        guard let value = try optional(type, column) else { throw Self.damaged }
        return value
    }

    func bytes(_ column: AccountColumn) throws -> [UInt8] {
        guard let bytes = try optionalBytes(column) else { throw Self.damaged }
        return bytes
    }

    func optionalBytes(_ column: AccountColumn) throws -> [UInt8]? {
        try Self.optionalBytes(in: self[column.rawValue])
    }
}
