// SPDX-License-Identifier: EUPL-1.2

package import JOSE
package import SDJWT

/// A status list to publish: the claims of a `statuslist+jwt` (draft-ietf-oauth-status-list §5.1).
package struct StatusListToken: Sendable, Hashable {
    /// `typ`.
    package static let type = "statuslist+jwt"
    /// The media type of the HTTP answer (§8.2).
    package static let mediaType = "application/statuslist+jwt"

    /// `sub`: the list's own address.
    package let subject: String
    /// `iat`, seconds since 1970.
    package let issuedAt: Int64
    /// `exp`, seconds since 1970; nil for a list that does not expire.
    package let expiresAt: Int64?
    /// `ttl`, in seconds, at least 1: how long it may be kept before a newer one should be asked for. Nil when the list does not say.
    package let timeToLive: Int64?
    /// The list.
    package let list: StatusList

    /// A list to publish.
    package init(subject: String, issuedAt: Int64, expiresAt: Int64?, timeToLive: Int64?, list: StatusList) {
        self.subject = subject
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.timeToLive = timeToLive
        self.list = list
    }

    /// The claims, in the order of their names.
    package var claims: JSONObject {
        var claims = JSONObject()
        if let expiresAt { claims.append("exp", .integer(expiresAt)) }
        claims.append("iat", .integer(issuedAt))
        claims.append("status_list", .object(list.json))
        claims.append("sub", .string(subject))
        if let timeToLive { claims.append("ttl", .integer(timeToLive)) }
        return claims
    }

    /// The signed token, in compact form.
    ///
    /// - Parameters:
    ///   - keyID: `kid`; none for no `kid`.
    ///   - certificates: `x5c`, the signer's own one first, in DER; none for no `x5c`.
    ///   - signer: the key, wherever it is.
    /// - Throws: what `signer` throws, or `JOSEError` when it returns something other than 64 bytes.
    package func signed(keyID: String? = nil, certificates: [[UInt8]] = [], by signer: ES256Signer) async throws -> String {
        var header = JWTHeader(type: Self.type, keyID: keyID).json
        if !certificates.isEmpty { header.append("x5c", X5C.encode(certificates)) }
        return try await CompactJWS.signed(header: header, payload: claims.encode(), by: signer).serialized
    }
}
