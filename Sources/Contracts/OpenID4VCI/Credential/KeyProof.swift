// SPDX-License-Identifier: EUPL-1.2

public import JOSE
import JSON

/// An issuer's requirements for the proofs of one request: a `jwt` proof for each key (OpenID4VCI appendix F.1).
public struct KeyProofOrder: Sendable, Hashable {
    /// `typ` of a proof.
    public static let type = "openid4vci-proof+jwt"

    /// The kind of credential for the keys.
    public let configuration: CredentialConfiguration
    /// `aud`: the credential issuer.
    public let audience: HTTPSURL
    /// `iss`: the wallet; nil for an anonymous wallet.
    public let clientID: String?
    /// `nonce`; nil if the issuer has no nonce endpoint.
    public let nonce: String?
    /// Maximum number of proofs, at least 1.
    public let maximumCount: Int

    /// An order; `maximumCount` is at least 1.
    public init(configuration: CredentialConfiguration, audience: HTTPSURL, clientID: String?, nonce: String?, maximumCount: Int) {
        self.configuration = configuration
        self.audience = audience
        self.clientID = clientID
        self.nonce = nonce
        self.maximumCount = maximumCount
    }

    /// The unsigned proof for one key.
    ///
    /// - Parameters:
    ///   - issuedAt: seconds since 1970.
    ///   - keyAttestation: the attestation of this key, if required (appendix D).
    public func unsigned(key: JWK, issuedAt: Int64, keyAttestation: String? = nil) -> UnsignedJWT {
        var header: JSONObject = ["typ": .string(Self.type), "alg": "ES256", "jwk": .object(key.json)]
        header.append("key_attestation", ifAny: keyAttestation.map(JSONValue.string))
        var claims = JSONObject()
        claims.append("iss", ifAny: clientID.map(JSONValue.string))
        claims.append("aud", .string(audience.text))
        claims.append("iat", .integer(issuedAt))
        claims.append("nonce", ifAny: nonce.map(JSONValue.string))
        return UnsignedJWT(header: header, claims: claims)
    }
}

/// A received proof with verified form, key and signature; the other claims are unchecked.
package struct ReceivedKeyProof {
    package let key: JWK
    package let keyAttestation: String?
    package let issuer: String?
    package let audience: String
    package let issuedAt: Int64
    package let nonce: String?

    /// Maximum size in bytes. Larger than for other tokens, because a proof may contain the attestation of many keys.
    package static let maximumBytes = 64 * 1024

    package init(parsing text: String) throws(TokenFault) {
        let jwt = try ReceivedJWT(parsing: text, type: KeyProofOrder.type, maximumBytes: Self.maximumBytes)
        guard !jwt.header.has("trust_chain") else { throw .header }
        key = try jwt.headerKey()
        try jwt.checkSignature(by: key)
        do throws(MalformedMessage) {
            keyAttestation = try jwt.header.optionalToken("key_attestation", maximum: Self.maximumBytes)
        } catch {
            throw .header
        }
        (issuer, audience, issuedAt, nonce) = try jwt.read { (members) throws(MalformedMessage) in
            (
                try members.optionalToken("iss", maximum: Members.maximumIdentifierBytes), try members.token("aud"),
                try members.time("iat"),
                try members.optionalToken("nonce", maximum: Members.maximumNonceBytes)
            )
        }
    }
}
