// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import RelyingPartyRegistration

/// A registrar's certificate for a party that asks.
enum FuzzRegistration {
    static let identifier = "NTRNL-12345678"

    /// Claims that cover the query of ``FuzzVerifier``, with one of them replaced or added.
    static func claims(_ name: String, _ value: JSONValue) -> JSONObject {
        var claims: JSONObject = [
            "name": "Shop", "sub_ln": "Shop B.V.", "sub": .string(identifier), "country": "NL", "registry_uri": "https://register.example",
            "srv_description": [["lang": "en", "value": "Sale of bikes"]], "privacy_policy": "https://shop.example/privacy",
            "supervisory_authority": ["email": "report@authority.example"], "purpose": [["lang": "en", "value": "Check the age"]],
            "credentials": [registered], "iat": .integer(FuzzParties.now), "exp": .integer(FuzzParties.now + 86_400),
        ]
        claims.set(name, value)
        return claims
    }

    /// A certificate with this payload.
    static func sign(_ payload: [UInt8]) throws -> String {
        let header: JSONObject = [
            "alg": "ES256", "typ": .string(RegistrationCertificate.type),
            "x5c": X5C.encode([FuzzParties.der(FuzzParties.signerBelowRoot)]),
        ]
        return try CompactJWS.sign(header: header, payload: payload, with: FuzzParties.signerKey).serialized
    }

    private static let registered: JSONValue = [
        "format": "dc+sd-jwt", "meta": ["vct_values": [.string(FuzzVerifier.type)]],
        "claim": [["path": ["family_name"]], ["path": ["a", nil]]],
    ]
}
