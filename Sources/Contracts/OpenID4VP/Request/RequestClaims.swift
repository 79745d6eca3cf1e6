// SPDX-License-Identifier: EUPL-1.2

import JSON

/// Reads the claims of a request object, each with the reason for its refusal. `null` is a wrong type, not an absence.
struct RequestClaims {
    let object: JSONObject

    /// Tolerance for differences between clocks, in seconds.
    static let leeway: Int64 = 60
    /// 128 bits in base64url; our rule for "sufficient entropy" (OpenID4VP 1.0 §5.2).
    static let minimumNonceBytes = 22
    /// Some verifiers make their nonces of an encrypted token.
    static let maximumNonceBytes = 1024
    static let maximumStateBytes = 2048

    func has(_ name: String) -> Bool { object.has(name) }

    /// Demands a text exactly.
    func demand(_ name: String, _ text: String, or reason: RequestRefusal.Reason) throws(RequestRefusal) {
        guard object[name] == .string(text) else { throw RequestRefusal(reason) }
    }

    /// `nonce`.
    func nonce() throws(RequestRefusal) -> String {
        guard let value = object["nonce"], let text = Self.urlSafe(value, Self.minimumNonceBytes...Self.maximumNonceBytes) else {
            throw RequestRefusal(.nonce)
        }
        return text
    }

    /// `state`; nil if absent.
    func state() throws(RequestRefusal) -> String? {
        guard let value = object["state"] else { return nil }
        guard let text = Self.urlSafe(value, 1...Self.maximumStateBytes) else { throw RequestRefusal(.state) }
        return text
    }

    /// Checks `aud`: the one audience, or a list with it.
    func checkAudience() throws(RequestRefusal) {
        let audience = JSONValue.string(SignedRequest.audience)
        let isMeant =
            switch object["aud"] {
            case .array(let audiences)?: audiences.contains(audience)
            case let value: value == audience
            }
        guard isMeant else { throw RequestRefusal(.audience) }
    }

    /// Checks `exp`, `nbf` and `iat`, each if present.
    ///
    /// - Returns: `exp`.
    func checkTimes(now: Int64) throws(RequestRefusal) -> Int64? {
        let expiresAt = try time("exp", or: .expired)
        if let expiresAt, now >= expiresAt + Self.leeway { throw RequestRefusal(.expired) }
        for name in ["nbf", "iat"] {
            if let start = try time(name, or: .notYetValid), start - Self.leeway > now {
                throw RequestRefusal(.notYetValid, member: name)
            }
        }
        return expiresAt
    }

    private func time(_ name: String, or reason: RequestRefusal.Reason) throws(RequestRefusal) -> Int64? {
        guard let value = object[name] else { return nil }
        guard let date = NumericDate(value) else { throw RequestRefusal(reason, member: name) }
        return date.seconds
    }

    /// A text of the characters that §5.2 allows: letters, digits, `-`, `.`, `_`, `~`.
    private static func urlSafe(_ value: JSONValue, _ bytes: ClosedRange<Int>) -> String? {
        guard case .string(let text) = value, bytes.contains(text.utf8.count),
            text.utf8.allSatisfy({ byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "-._~".utf8.contains(byte)
                }
            })
        else { return nil }
        return text
    }
}
