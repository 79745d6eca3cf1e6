// SPDX-License-Identifier: EUPL-1.2

public import JSON

extension JWK {
    /// Reads a public P-256 key from another party, for verifying its signatures (RFC 7517 §4).
    ///
    /// Unknown members are ignored, as RFC 7517 requires: WebCrypto adds `ext`, other producers add `iat`. Members that restrict the key's
    /// use must allow verifying ES256 signatures. The JSON parser has already refused duplicate members.
    ///
    /// - Throws: ``JOSEErrorCode/unacceptableKey`` if it is not a public P-256 key; for a private key (`d`), a `use` other than `sig`, an
    ///   `alg` other than `ES256`, or `key_ops` that are not unique texts including `verify`.
    public init(forVerifying object: JSONObject) throws(JOSEError) {
        guard object["d"] == nil else { throw JOSEError(.unacceptableKey, "a private key") }
        guard object["use"] ?? "sig" == "sig", object["alg"] ?? "ES256" == "ES256", Self.allows(["verify"], by: object["key_ops"]) else {
            throw JOSEError(.unacceptableKey, "a key for something other than ES256 signatures")
        }
        try self.init(pointOf: object)
    }

    /// Reads the members of the point and ignores all others.
    init(pointOf object: JSONObject) throws(JOSEError) {
        let members = ["kty", "crv", "x", "y"].compactMap { name in object[name].map { (name, $0) } }
        try self.init(JSONObject(members))
    }

    /// True if `key_ops` is absent, or consists of unique texts including one of `uses` (RFC 7517 §4.3).
    static func allows(_ uses: [JSONValue], by operations: JSONValue?) -> Bool {
        guard let operations else { return true }
        guard case .array(let values) = operations, uses.contains(where: { values.contains($0) }), Set(values).count == values.count else {
            return false
        }
        return values.allSatisfy { if case .string = $0 { true } else { false } }
    }
}
