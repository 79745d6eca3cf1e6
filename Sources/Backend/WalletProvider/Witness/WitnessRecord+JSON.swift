// SPDX-License-Identifier: EUPL-1.2

import JSON
import ProviderProtocol

/// The encoding of records: one JSON object without line breaks.
extension WitnessRecord {
    /// Encodes the record.
    package func encode() -> [UInt8] {
        let object: JSONObject =
            switch self {
            case .account(let account): ["account": .object(account.json)]
            case .attempt(let walletID, let counter, let attempts):
                ["attempt": .object(Self.json(walletID, counter, attempts))]
            case .intent(let walletID, let intent): ["intent": .object(Self.json(walletID, intent))]
            case .solution(let date): ["solution_revoked_at": date.json]
            case .gone(let walletID): ["gone": .string(walletID.text)]
            }
        return object.encode()
    }

    /// Decodes a record.
    ///
    /// - Throws: `AccountStoreError` with `damaged` for anything that `encode()` does not produce.
    package init(parsing bytes: [UInt8]) throws(AccountStoreError) {
        do {
            var reader = JSONReader(try JSONObject(parsing: bytes))
            if let date = try reader.optionalInteger("solution_revoked_at") {
                self = .solution(Timestamp(milliseconds: date))
            } else if let walletID = try reader.optionalString("gone") {
                self = .gone(try WalletID(parsing: walletID))
            } else if let object = try reader.optionalObject("attempt") {
                self = try Self.attempt(object)
            } else if let object = try reader.optionalObject("intent") {
                self = try Self.intent(object)
            } else {
                self = .account(try WitnessedAccount(reader.object("account")))
            }
            try reader.finish()
        } catch {
            throw AccountStoreError(.damaged, "a journal's record does not parse")
        }
    }

    private static func json(_ walletID: WalletID, _ counter: UInt32?, _ attempts: WitnessedAccount.Attempts) -> JSONObject {
        var object: JSONObject = ["wallet_id": .string(walletID.text), "attempts": .object(attempts.json)]
        if let counter { object.set("counter", .integer(Int64(counter))) }
        return object
    }

    private static func json(_ walletID: WalletID, _ intent: WitnessIntent) -> JSONObject {
        var object: JSONObject = ["wallet_id": .string(walletID.text), "seq": .integer(intent.sequenceNumber)]
        if let counter = intent.counter { object.set("counter", .integer(Int64(counter))) }
        return object
    }

    private static func intent(_ object: JSONObject) throws -> WitnessRecord {
        var reader = JSONReader(object)
        let walletID = try WalletID(parsing: reader.string("wallet_id"))
        let counter = try reader.optionalInteger("counter").map { try UInt32(stored: $0) }
        let intent = WitnessIntent(sequenceNumber: try reader.integer("seq"), counter: counter)
        try reader.finish()
        return .intent(walletID, intent)
    }

    private static func attempt(_ object: JSONObject) throws -> WitnessRecord {
        var reader = JSONReader(object)
        let walletID = try WalletID(parsing: reader.string("wallet_id"))
        let counter = try reader.optionalInteger("counter").map { try UInt32(stored: $0) }
        let attempts = try WitnessedAccount.Attempts(reader.object("attempts"))
        try reader.finish()
        return .attempt(walletID, counter: counter, attempts)
    }
}

extension WitnessedAccount {
    fileprivate var json: JSONObject {
        var object: JSONObject = [
            "wallet_id": .string(walletID.text), "device_kind": .string(registration.deviceKind.rawValue),
            "device_key": .bytes(registration.deviceKey), "revocation_code_mark": .bytes(registration.revocationCodeMark),
            "request_hash": .bytes(registration.requestHash), "created_at": registration.createdAt.json,
            "pin_key": .bytes(pin.sealedKey), "pin_version": .integer(pin.version), "is_used": .bool(isUsed),
            "seq": .integer(sequenceNumber), "counter": .integer(Int64(assertionCounter)), "attempts": .object(attempts.json),
        ]
        if let end {
            object.set("ended_at", end.date.json)
            if let reason = end.reason { object.set("reason", .string(reason.rawValue)) }
        }
        if let key = pin.sealedNewKey { object.set("new_pin_key", .bytes(key)) }
        if let recovery {
            object.set("recovery_pin_key", .bytes(recovery.sealedPINKey))
            object.set("recovery_expires_at", recovery.expiresAt.json)
        }
        if let mark = recoveryCodeMark { object.set("recovery_code_mark", .bytes(mark)) }
        return object
    }

    fileprivate init(_ object: JSONObject) throws {
        var reader = JSONReader(object)
        guard let kind = DeviceKind(rawValue: try reader.string("device_kind")) else { throw AccountStoreError(.damaged, "a kind") }
        let registration = Registration(
            walletID: try WalletID(parsing: reader.string("wallet_id")), deviceKind: kind, deviceKey: try reader.bytes("device_key"),
            revocationCodeMark: try reader.bytes("revocation_code_mark"), requestHash: try reader.bytes("request_hash"),
            createdAt: Timestamp(milliseconds: try reader.integer("created_at")))
        let reason = try reader.optionalString("reason").map { text in
            guard let reason = RevocationReason(rawValue: text) else { throw AccountStoreError(.damaged, "a reason") }
            return reason
        }
        let end = try reader.optionalInteger("ended_at").map { End(reason: reason, date: Timestamp(milliseconds: $0)) }
        let pin = AccountPIN(
            sealedKey: try reader.bytes("pin_key"), sealedNewKey: try reader.optionalBytes("new_pin_key"),
            version: try reader.integer("pin_version"))
        let recovery = try reader.optionalBytes("recovery_pin_key").map {
            PendingPINRecovery(sealedPINKey: $0, expiresAt: Timestamp(milliseconds: try reader.integer("recovery_expires_at")))
        }
        self.init(
            registration: registration, end: end, pin: pin, recovery: recovery,
            recoveryCodeMark: try reader.optionalBytes("recovery_code_mark"), isUsed: try reader.bool("is_used"),
            sequenceNumber: try reader.integer("seq"), assertionCounter: try UInt32(stored: reader.integer("counter")),
            attempts: try Attempts(reader.object("attempts")))
        try reader.finish()
    }
}

extension WitnessedAccount.Attempts {
    fileprivate var json: JSONObject {
        var object: JSONObject = ["count": .integer(count), "seq": .integer(sequenceNumber)]
        if let waitUntil { object.set("wait_until", waitUntil.json) }
        return object
    }

    fileprivate init(_ object: JSONObject) throws {
        var reader = JSONReader(object)
        self.init(
            count: try reader.integer("count"), sequenceNumber: try reader.integer("seq"),
            waitUntil: try reader.optionalInteger("wait_until").map(Timestamp.init(milliseconds:)))
        try reader.finish()
    }
}

extension Timestamp {
    /// The time in milliseconds, capped at the largest exact JSON integer.
    fileprivate var json: JSONValue { .integer(min(milliseconds, 0x1F_FFFF_FFFF_FFFF)) }
}

extension UInt32 {
    fileprivate init(stored value: Int64) throws {
        guard let value = UInt32(exactly: value) else { throw AccountStoreError(.damaged, "a counter") }
        self = value
    }
}

extension JSONValue {
    fileprivate static func bytes(_ bytes: [UInt8]) -> JSONValue { .string(Base64URL.encode(bytes)) }
}

extension JSONReader {
    fileprivate mutating func optionalBytes(_ name: String) throws -> [UInt8]? {
        guard let text = try optionalString(name) else { return nil }
        return try Base64URL.decode(text)
    }

    fileprivate mutating func optionalObject(_ name: String) throws -> JSONObject? {
        do {
            return try object(name)
        } catch  where error.code == .missingMember {
            return nil
        }
    }
}
