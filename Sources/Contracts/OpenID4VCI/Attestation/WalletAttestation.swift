// SPDX-License-Identifier: EUPL-1.2

public import JOSE
import JSON
public import StatusList

/// A wallet provider's attestation of one of its wallets (OpenID4VCI appendix E; draft-ietf-oauth-attestation-based-client-auth §5.1).
///
/// It contains no personal data and identifies the wallet only by its key (HAIP §4.4.1). The wallet uses an attestation with a single
/// issuer, and makes a new key for each attestation.
public struct WalletAttestation: Sendable, Hashable {
    /// `typ`.
    public static let type = "oauth-client-attestation+jwt"

    /// `iss`: the wallet provider; nil in draft 08 and later, where only the signature identifies the provider.
    public let issuer: String?
    /// `sub`: the `client_id`, common to all wallets of a kind.
    public let clientID: String
    /// `cnf.jwk`: the key of the wallet instance.
    public let key: JWK
    /// `iat`, seconds since 1970; nil if absent.
    public let issuedAt: Int64?
    /// `nbf`, seconds since 1970.
    public let notBefore: Int64?
    /// `exp`, seconds since 1970.
    public let expiresAt: Int64
    /// `wallet_name`, for display.
    public let walletName: String?
    /// `wallet_link`.
    public let walletLink: String?
    /// The reference to the attestation's status; nil if absent or if the status uses a different mechanism.
    public let status: StatusListReference?

    /// An attestation for signing; times are in seconds since 1970.
    public init(
        issuer: String?, clientID: String, key: JWK, issuedAt: Int64?, notBefore: Int64? = nil, expiresAt: Int64, walletName: String? = nil,
        walletLink: String? = nil, status: StatusListReference? = nil
    ) {
        self.issuer = issuer
        self.clientID = clientID
        self.key = key
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.expiresAt = expiresAt
        self.walletName = walletName
        self.walletLink = walletLink
        self.status = status
    }

    /// Parses an attestation without verifying it. For the wallet, which received it from its own provider.
    ///
    /// - Throws: ``TokenFault`` with `malformed`, `algorithm`, `type`, `header`, `key` or `claims`.
    public init(unverified text: String) throws(TokenFault) {
        self = try Self(ReceivedJWT(parsing: text, type: Self.type))
    }

    package init(_ jwt: ReceivedJWT) throws(TokenFault) {
        guard case .object(let confirmation)? = jwt.claims.object["cnf"], let value = confirmation["jwk"] else { throw .claims }
        guard let key = JWK(received: value) else { throw .key }
        self = try jwt.read { (members) throws(MalformedMessage) in try Self(members, key) }
    }

    private init(_ members: Members, _ key: JWK) throws(MalformedMessage) {
        issuer = try members.optionalToken("iss", maximum: Members.maximumIdentifierBytes)
        clientID = try members.token("sub", maximum: Members.maximumIdentifierBytes)
        self.key = key
        issuedAt = try members.optionalTime("iat")
        notBefore = try members.optionalTime("nbf")
        expiresAt = try members.time("exp")
        walletName = try members.optionalSentence("wallet_name")
        walletLink = try members.optionalToken("wallet_link")
        do throws(StatusListRejection) {
            status = if let value = members.object["status"] { try StatusListReference(status: value) } else { nil }
        } catch {
            throw MalformedMessage("status is not a reference")
        }
    }

    /// The attestation for signing.
    ///
    /// - Parameters:
    ///   - certificates: `x5c`, DER certificates, the provider's first, without the root (HAIP §4.4.1); empty omits `x5c`.
    ///   - keyID: `kid`; nil omits it.
    public func unsigned(certificates: [[UInt8]] = [], keyID: String? = nil) -> UnsignedJWT {
        var header = JWTHeader(type: Self.type, keyID: keyID).json
        if !certificates.isEmpty { header.append("x5c", X5C.encode(certificates)) }
        var claims = JSONObject()
        claims.append("iss", ifAny: issuer.map(JSONValue.string))
        claims.append("sub", .string(clientID))
        claims.append("iat", ifAny: issuedAt.map(JSONValue.integer))
        claims.append("nbf", ifAny: notBefore.map(JSONValue.integer))
        claims.append("exp", .integer(expiresAt))
        claims.append("cnf", ["jwk": .object(key.json)])
        claims.append("wallet_name", ifAny: walletName.map(JSONValue.string))
        claims.append("wallet_link", ifAny: walletLink.map(JSONValue.string))
        claims.append("status", ifAny: (status?.status).map(JSONValue.object))
        return UnsignedJWT(header: header, claims: claims)
    }
}

/// The proof of possession of an attestation's key (draft-ietf-oauth-attestation-based-client-auth §5.2).
public enum AttestationProof {
    /// `typ`.
    public static let type = "oauth-client-attestation-pop+jwt"

    /// Makes a proof for one request.
    ///
    /// - Parameters:
    ///   - clientID: the attestation's `sub`.
    ///   - audience: the authorisation server's issuer identifier.
    ///   - identifier: `jti`, unique, with at least 96 random bits.
    ///   - issuedAt: seconds since 1970.
    ///   - challenge: the server's latest challenge, if any (§8).
    public static func unsigned(
        clientID: String, audience: HTTPSURL, identifier: String, issuedAt: Int64, challenge: String? = nil
    ) -> UnsignedJWT {
        var claims: JSONObject = [
            "iss": .string(clientID), "aud": .string(audience.text), "jti": .string(identifier), "iat": .integer(issuedAt),
        ]
        claims.append("challenge", ifAny: challenge.map(JSONValue.string))
        return UnsignedJWT(header: ["typ": .string(type), "alg": "ES256"], claims: claims)
    }
}
