// SPDX-License-Identifier: EUPL-1.2

extension JWK {
    /// The public P-256 key that another party wrote, for verifying its signatures (RFC 7517 §4).
    ///
    /// Members that are not known are ignored, as RFC 7517 demands: WebCrypto writes `ext`, others write `iat`. Members that say what the key is
    /// for must allow verifying ES256 signatures. A member that stands twice is refused before, by the reader of JSON.
    ///
    /// - Throws: ``JOSEError/Code/unacceptableKey`` for anything but a public P-256 key; for a private key (`d`); for a `use` other than `sig`, an
    ///   `alg` other than `ES256`, and `key_ops` that are not different texts with `verify` among them.
    package init(forVerifying object: JSONObject) throws(JOSEError) {
        guard object["d"] == nil else { throw JOSEError(.unacceptableKey, "a private key") }
        guard object["use"] ?? "sig" == "sig", object["alg"] ?? "ES256" == "ES256", Self.allowsVerifying(object["key_ops"]) else {
            throw JOSEError(.unacceptableKey, "a key for something other than ES256 signatures")
        }
        let members = ["kty", "crv", "x", "y"].compactMap { name in object[name].map { (name, $0) } }
        try self.init(JSONObject(members))
    }

    /// Whether `key_ops` are absent, or different texts with `verify` among them (RFC 7517 §4.3).
    private static func allowsVerifying(_ operations: JSONValue?) -> Bool {
        guard let operations else { return true }
        guard case .array(let values) = operations, values.contains("verify"), Set(values).count == values.count else { return false }
        return values.allSatisfy { if case .string = $0 { true } else { false } }
    }
}
