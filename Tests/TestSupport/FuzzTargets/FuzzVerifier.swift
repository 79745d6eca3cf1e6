// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import OpenID4VP
import X509

/// A verifier with a certificate below the root, and what it asks.
enum FuzzVerifier {
    static let host = "verifier.example"
    static let clientID = FuzzParties.made { try ClientIdentifier("x509_san_dns:" + host) }
    static let key = FuzzParties.key(0x15)
    static let certificate = FuzzParties.certificate(
        "verifier", key, issuer: "root", signedBy: FuzzParties.rootKey, extensions: extensions)
    /// The key to which answers are encrypted.
    static let encryptionKey = FuzzParties.made {
        try EncryptionPrivateKey(rawRepresentation: [UInt8](repeating: 0x16, count: 32), keyID: "1")
    }
    /// The `wallet_nonce` that the wallet has sent.
    static let walletNonce = "wallet-nonce-1"
    static let responseURI = "https://verifier.example/response/1"
    static let nonce = "nonce-of-22-characters"
    static let state = "s.1"
    /// The type and the only claim that the verifier asks for.
    static let type = "urn:eudi:pid:1"
    static let query: JSONValue = [
        "credentials": [
            [
                "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": [.string(type)]], "claims": [["path": ["family_name"]]],
            ]
        ]
    ]

    /// The claims of a request that keeps every rule.
    static let claims: JSONObject = [
        "client_id": .string(clientID.text), "response_uri": .string(responseURI),
        "aud": .string(SignedRequest.audience), "iat": .integer(FuzzParties.now), "exp": .integer(FuzzParties.now + 300),
        "response_mode": "direct_post.jwt", "response_type": "vp_token", "nonce": .string(nonce), "state": .string(state),
        "wallet_nonce": .string(walletNonce), "dcql_query": query, "client_metadata": metadata,
        "verifier_info": [["format": "registration_cert", "data": "a.b.c", "credential_ids": ["pid"]]],
    ]

    private static let metadata: JSONValue = [
        "jwks": ["keys": [.object(encryptionKey.publicKey.json)]],
        "encrypted_response_enc_values_supported": ["A128GCM", "A256GCM"],
        "vp_formats_supported": [
            "dc+sd-jwt": ["sd-jwt_alg_values": ["ES256"], "kb-jwt_alg_values": ["ES256"]],
            "mso_mdoc": ["issuerauth_alg_values": [-7], "deviceauth_alg_values": [-7]],
        ],
    ]

    private static let extensions = FuzzParties.made {
        try Certificate.Extensions {
            Critical(BasicConstraints.notCertificateAuthority)
            Critical(KeyUsage(digitalSignature: true))
            SubjectAlternativeNames([.dnsName(host)])
        }
    }

    /// A request object with this payload.
    static func sign(_ payload: [UInt8]) throws -> [UInt8] {
        let header: JSONObject = [
            "alg": "ES256", "typ": .string(SignedRequest.type), "x5c": X5C.encode([FuzzParties.der(certificate)]),
        ]
        return Array(try CompactJWS.sign(header: header, payload: payload, with: key).serialized.utf8)
    }
}
