// SPDX-License-Identifier: EUPL-1.2

public import JSON

/// A public P-256 key to which a JWE is sealed with ECDH-ES (RFC 7517 §4, RFC 7518 §4.6).
public struct EncryptionKey: Sendable, Hashable {
    /// The key without the members that say its use.
    public let key: JWK
    /// `kid`; the JWE then names it (OpenID4VP 1.0 §8.3).
    public let keyID: String?

    /// A key; `keyID` must be 1 to ``JWTHeader/maximumLength`` visible ASCII characters, or the key is not sealed to.
    public init(_ key: JWK, keyID: String?) {
        self.key = key
        self.keyID = keyID
    }

    /// Reads another party's key; nil if nothing may be sealed to it, so that the next key of a set is tried.
    ///
    /// Usable is a public P-256 key with `alg` `ECDH-ES`, without `use` or with `enc`, without `key_ops` or with `deriveKey` or
    /// `deriveBits`, and without `kid` or with one of 1 to ``JWTHeader/maximumLength`` visible ASCII characters. A private key (`d`) is not
    /// usable. Unknown members are ignored (RFC 7517 §4).
    public init?(usable object: JSONObject) {
        guard !object.has("d"), object["alg"] == .string(JWEHeader.algorithm), object["use"] ?? "enc" == "enc",
            JWK.allows(["deriveKey", "deriveBits"], by: object["key_ops"]), let key = try? JWK(pointOf: object)
        else { return nil }
        switch object["kid"] {
        case nil: keyID = nil
        case .string(let text)? where JWTHeader.isPlain(text): keyID = text
        default: return nil
        }
        self.key = key
    }

    /// The key as an object with `kty`, `crv`, `x`, `y`, `use`, `alg` and, if present, `kid`, in this order.
    public var json: JSONObject {
        var object = key.json
        object.append("use", "enc")
        object.append("alg", .string(JWEHeader.algorithm))
        if let keyID { object.append("kid", .string(keyID)) }
        return object
    }

    /// The SHA-256 thumbprint of the key, 32 bytes (RFC 7638 §3), as in the handover of OpenID4VP 1.0, appendix B.2.6.1.
    public var thumbprint: [UInt8] { key.thumbprintBytes }
}
