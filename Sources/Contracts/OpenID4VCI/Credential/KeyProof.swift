// SPDX-License-Identifier: EUPL-1.2

package import JOSE

/// What proofs an issuer wants for one request: a `jwt` proof for each key (OpenID4VCI appendix F.1).
package struct KeyProofOrder: Sendable, Hashable {
    /// `typ` of a proof.
    package static let type = "openid4vci-proof+jwt"

    /// The kind of credential that the keys are for.
    package let configuration: CredentialConfiguration
    /// `aud`: the credential issuer.
    package let audience: HTTPSURL
    /// `iss`: the wallet; nil for a wallet that did not say who it is.
    package let clientID: String?
    /// `nonce`; nil when the issuer has no nonce endpoint.
    package let nonce: String?
    /// The most proofs, at least 1.
    package let maximumCount: Int

    /// An order.
    package init(configuration: CredentialConfiguration, audience: HTTPSURL, clientID: String?, nonce: String?, maximumCount: Int) {
        self.configuration = configuration
        self.audience = audience
        self.clientID = clientID
        self.nonce = nonce
        self.maximumCount = maximumCount
    }

    /// The proof for one key; its owner signs.
    ///
    /// - Parameters:
    ///   - issuedAt: seconds since 1970.
    ///   - keyAttestation: the attestation of this key, when one is asked for (appendix D).
    package func unsigned(key: JWK, issuedAt: Int64, keyAttestation: String? = nil) -> UnsignedJWT {
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

/// A proof as an issuer receives it; form, key and signature are good, nothing else is checked.
struct ReceivedKeyProof {
    let key: JWK
    /// `key_attestation`; nil without one.
    let keyAttestation: String?
    let issuer: String?
    let audience: String
    let issuedAt: Int64
    let nonce: String?

    /// Larger than other tokens, for it may carry the attestation of many keys.
    static let maximumBytes = 64 * 1024

    init(parsing text: String) throws(TokenFault) {
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
                try members.optionalToken("iss", maximum: 512), try members.token("aud"), try members.time("iat"),
                try members.optionalToken("nonce", maximum: 512)
            )
        }
    }
}
