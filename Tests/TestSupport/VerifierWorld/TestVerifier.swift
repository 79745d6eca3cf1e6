// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import JOSE
package import JSON
import SwiftASN1
import X509

/// A verifier with an access certificate, and the requests and registration that belong to it. Every member may be changed by the test.
package struct TestVerifier: Sendable {
    /// The holder of the access certificate.
    package var signer: TestSigner
    package let tradeName: String
    package let legalName: String
    package let identifier: String
    /// The only `dNSName` of the certificate.
    package let host: String
    /// The key to which answers are encrypted.
    package var encryptionKey = EncryptionPrivateKey(keyID: "key-1")
    package var nonce = "n-0S6_WzA2Mj-8fd-RwmdL7EWY"
    package var state: String? = "state-1"

    init(tradeName: String, legalName: String, identifier: String, host: String) throws {
        (self.tradeName, self.legalName, self.identifier, self.host) = (tradeName, legalName, identifier, host)
        var certificate = TestCertificate([
            (.RDNAttributeType.commonName, tradeName), (.RDNAttributeType.organizationName, legalName),
            (TestCertificate.organizationIdentifier, identifier), (.RDNAttributeType.countryName, "NL"),
        ])
        certificate.dnsNames = [host]
        certificate.purposes = [TestCertificate.accessPurpose]
        signer = try VerifierWorld.accessRoot.certify(certificate)
    }

    /// The client identifier with the certificate's hash (OpenID4VP §5.9.3).
    package var clientID: String { "x509_hash:" + Base64URL.encode(SHA256.hash(data: signer.chain[0])) }
    /// The client identifier with the certificate's name.
    package var nameClientID: String { "x509_san_dns:" + host }
    package var responseURI: String { "https://\(host)/response/1" }
    package var requestURI: String { "https://\(host)/request/1" }

    /// The claims of a request that every wallet must accept.
    ///
    /// - Parameters:
    ///   - query: `dcql_query`.
    ///   - walletNonce: `wallet_nonce`; nil leaves it out.
    ///   - registration: the registration certificate to attach; nil attaches none.
    package func claims(_ query: JSONObject, walletNonce: String? = nil, registration: String? = nil) -> JSONObject {
        let methods: JSONValue = ["A256GCM", "A128GCM"]
        let algorithms: JSONValue = ["ES256"]
        let numbers: JSONValue = [-7, -9]
        var claims: JSONObject = [
            "client_id": .string(clientID), "aud": "https://self-issued.me/v2", "response_type": "vp_token",
            "response_mode": "direct_post.jwt", "response_uri": .string(responseURI), "nonce": .string(nonce),
            "iat": .integer(VerifierWorld.now), "dcql_query": .object(query),
            "client_metadata": [
                "jwks": ["keys": [.object(encryptionKey.publicKey.json)]], "encrypted_response_enc_values_supported": methods,
                "vp_formats_supported": [
                    "dc+sd-jwt": ["sd-jwt_alg_values": algorithms, "kb-jwt_alg_values": algorithms],
                    "mso_mdoc": ["issuerauth_alg_values": numbers, "deviceauth_alg_values": numbers],
                ],
            ],
        ]
        if let state { claims.append("state", .string(state)) }
        if let walletNonce { claims.append("wallet_nonce", .string(walletNonce)) }
        if let registration {
            claims.append("verifier_info", [["format": "registration_cert", "data": .string(registration)]])
        }
        return claims
    }

    /// Signs a request object.
    package func request(_ claims: JSONObject, change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        try signer.jwt("oauth-authz-req+jwt", claims, change: change)
    }

    /// The claims of this verifier's registration (ETSI TS 119 475), valid for half a year.
    ///
    /// - Parameter credentials: what it may ask: `format`, `meta`, `claim`.
    package func registrationClaims(_ credentials: [JSONValue]) -> JSONObject {
        [
            "name": .string(tradeName), "sub_ln": .string(legalName), "sub": .string(identifier), "country": "NL",
            "srv_description": [["lang": "nl", "value": "Boeken"], ["lang": "en", "value": "Books"]],
            "purpose": [["lang": "nl", "value": "Leeftijd controleren"], ["lang": "en", "value": "Check the age"]],
            "privacy_policy": .string("https://\(host)/privacy"), "info_uri": .string("https://\(host)"),
            "support_uri": .string("https://\(host)/support"),
            "supervisory_authority": [
                "name": "Autoriteit", "email": "post@authority.example", "phone": "+31 70 000 0000", "uri": "https://authority.example",
            ],
            "entitlements": ["https://uri.etsi.org/19475/Entitlement/Service_Provider"], "credentials": .array(credentials),
            "registry_uri": "https://registrar.example", "iat": .integer(VerifierWorld.now - 86_400),
            "exp": .integer(VerifierWorld.now + 180 * 86_400),
        ]
    }

    /// Signs a registration certificate with the registrar's key.
    package static func register(_ claims: JSONObject, change: (inout JSONObject) -> Void = { _ in }) throws -> String {
        try VerifierWorld.registrar.jwt("rc-wrp+jwt", claims, change: change)
    }
}
