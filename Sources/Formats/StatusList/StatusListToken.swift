// SPDX-License-Identifier: EUPL-1.2

public import JOSE
public import JSON

/// A status list for publication: the claims of a `statuslist+jwt` (draft-ietf-oauth-status-list §5.1).
public struct StatusListToken: Sendable, Hashable {
    /// `typ`.
    public static let type = "statuslist+jwt"
    /// The media type of the HTTP response (§8.2).
    public static let mediaType = "application/statuslist+jwt"

    /// `sub`: the list's own URL.
    public let subject: String
    /// `iat`, in seconds since 1970.
    public let issuedAt: Int64
    /// `exp`, in seconds since 1970; nil for a list that does not expire.
    public let expiresAt: Int64?
    /// `ttl`: how long receivers may cache the list, in seconds, at least 1; nil if not specified.
    public let timeToLive: Int64?
    public let list: StatusListEntries

    /// A list for publication; times and `timeToLive` are in seconds.
    public init(subject: String, issuedAt: Int64, expiresAt: Int64?, timeToLive: Int64?, list: StatusListEntries) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.timeToLive = timeToLive
        self.list = list
    }

    /// The claims, sorted by name.
    public var claims: JSONObject {
        var claims = JSONObject()
        if let expiresAt { claims.append("exp", .integer(expiresAt)) }
        claims.append("iat", .integer(issuedAt))
        claims.append("status_list", .object(list.json))
        claims.append("sub", .string(subject))
        if let timeToLive { claims.append("ttl", .integer(timeToLive)) }
        return claims
    }

    /// Signs the token and returns its compact form.
    ///
    /// - Parameters:
    ///   - keyID: `kid`; nil omits it.
    ///   - certificates: `x5c`, DER certificates, the signer's first; empty omits it.
    ///   - signer: signs with the issuer's key.
    /// - Throws: errors of `signer`, or `JOSEError` if it does not return 64 bytes.
    public func signed(keyID: String? = nil, certificates: [[UInt8]] = [], by signer: ES256Signer) async throws -> String {
        var header = JWTHeader(type: Self.type, keyID: keyID).json
        if !certificates.isEmpty { header.append("x5c", X5C.encode(certificates)) }
        return try await CompactJWS.signed(header: header, payload: claims.encode(), by: signer).serialized
    }
}
