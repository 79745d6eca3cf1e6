// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JOSE
import JSON
public import OAuthMessages
public import OpenID4VP
import RelyingPartyRegistration

/// The contents of a request, from which the request object is made (OpenID4VP 1.0 §5, HAIP 1.0 §5).
///
/// The request always asks for an encrypted answer. ``faults(now:)`` says whether wallets would refuse it.
public struct RequestDraft: Sendable {
    /// `client_id`.
    public let clientID: ClientIdentifier
    /// `x5c`: the access certificate and its chain in DER, without the root.
    public let certificates: [[UInt8]]
    /// `response_uri`, at a host that the access certificate names.
    public let responseURI: HTTPSURL
    /// `dcql_query`.
    public let query: DCQLQuery
    /// `nonce`: fresh for each request, at least 128 random bits in at least 22 characters.
    public let nonce: String
    /// `state`: fresh for each request; comes back in the answer.
    public let state: String
    /// The key to which the answer is encrypted: fresh for each request, with a `kid`.
    public let key: EncryptionKey
    /// The registration certificate, a compact JWS; nil if the party has none.
    public let registration: String?
    /// `wallet_nonce` as the wallet sent it; nil if it sent none.
    public let walletNonce: String?
    /// `iat`, seconds since 1970.
    public let issuedAt: Int64
    /// `exp`, seconds since 1970.
    public let expiresAt: Int64

    /// A draft; nothing is checked.
    public init(
        clientID: ClientIdentifier, certificates: [[UInt8]], responseURI: HTTPSURL, query: DCQLQuery, nonce: String, state: String,
        key: EncryptionKey, registration: String?, walletNonce: String?, issuedAt: Int64, expiresAt: Int64
    ) {
        self.clientID = clientID
        self.certificates = certificates
        self.responseURI = responseURI
        self.query = query
        self.nonce = nonce
        self.state = state
        self.key = key
        self.registration = registration
        self.walletNonce = walletNonce
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
    }

    /// The request object, to sign with the key of the first certificate (OpenID4VP 1.0 §5, RFC 9101).
    public var unsigned: UnsignedJWT {
        UnsignedJWT(
            header: ["alg": "ES256", "typ": .string(SignedRequest.type), "x5c": X5C.encode(certificates)], claims: claims)
    }

    private var claims: JSONObject {
        var claims: JSONObject = [
            "client_id": .string(clientID.text), "aud": .string(SignedRequest.audience), "response_type": "vp_token",
            "response_mode": "direct_post.jwt", "response_uri": .string(responseURI.text), "nonce": .string(nonce),
            "state": .string(state), "iat": .integer(issuedAt), "exp": .integer(expiresAt), "dcql_query": .object(query.json),
            "client_metadata": .object(metadata),
        ]
        claims.append("wallet_nonce", ifAny: walletNonce.map(JSONValue.string))
        if let registration {
            let attachment: JSONObject = [
                "format": .string(RegistrationCertificate.attachmentFormat), "data": .string(registration),
            ]
            claims.append("verifier_info", .array([.object(attachment)]))
        }
        return claims
    }

    /// `client_metadata`: HAIP demands both methods, and the algorithms are those that ``AnswerVerifier`` verifies.
    private var metadata: JSONObject {
        let methods = [ContentEncryption.a256GCM, .a128GCM].map(\.rawValue)
        let texts: JSONValue = ["ES256"]
        let numbers: JSONValue = [-7]
        return [
            "jwks": ["keys": [.object(key.json)]], "encrypted_response_enc_values_supported": .texts(methods),
            "vp_formats_supported": [
                "dc+sd-jwt": ["sd-jwt_alg_values": texts, "kb-jwt_alg_values": texts],
                "mso_mdoc": ["issuerauth_alg_values": numbers, "deviceauth_alg_values": numbers],
            ],
        ]
    }
}
