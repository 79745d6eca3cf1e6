// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import RelyingPartyRegistration
import SDJWT
import StatusList

/// What a registrar says about a party that asks.
extension FuzzTarget {
    /// The claims of a registration certificate, which the target signs itself, because they are read only behind a valid signature.
    static let registration = FuzzTarget(
        "registration", mutations: 100,
        seeds: {
            [
                claims("name", "Shop"), claims("exp", .integer(FuzzParties.now + 367 * 86_400)), claims("sub", "NTRNL-87654321"),
                claims("intermediary", ["sub": .string(identifier), "name": "Agent"]),
                claims("credentials", [["format": "mso_mdoc", "meta": ["doctype_value": "d"]], ["format": "f", "meta": [:]]]),
                claims("purpose", [[["lang": "nl", "value": "Leeftijd\ncontroleren"]], ["lang": "en", "value": "Age"]]),
                claims("support_uri", "mailto:help@shop.example"), claims("service", []),
                claims("status", ["status_list": ["idx": 1, "uri": "https://status.example/1"]]),
            ].map { $0.encode() }
        },
        run: { input async throws(FuzzFinding) in
            if let object = try? JSONObject(parsing: input), let certificate = try? RegistrationCertificate(claims: object) {
                // A name that reading composes may be longer than one that may be read.
                let names = [certificate.legalName, certificate.intermediary?.name].compactMap(\.self)
                if names.allSatisfy({ $0.unicodeScalars.count <= 300 }) {
                    let again = try? RegistrationCertificate(claims: certificate.claims)
                    try FuzzFinding.unless(again == certificate, "a certificate that is not read as it was written")
                }
            }
            let header: JSONObject = [
                "alg": "ES256", "typ": .string(RegistrationCertificate.type),
                "x5c": X5C.encode([FuzzParties.der(FuzzParties.signerBelowRoot)]),
            ]
            guard let jws = try? CompactJWS.sign(header: header, payload: input, with: FuzzParties.signerKey) else { return .refused }
            let check = RegistrationCheck(roots: [FuzzParties.root], at: FuzzParties.time)
            guard case .success(let certificate) = await check.read([.string(jws.serialized)]) else { return .refused }
            try FuzzFinding.unless(
                certificate.issuedAt <= FuzzParties.now + 60 && (certificate.expiresAt ?? .max) > FuzzParties.now - 60
                    && (certificate.expiresAt != nil || certificate.status != nil), "a certificate that is not valid, or has no end")
            let unknown = check.verdict(certificate, status: .valid, identifier: nil, query: query)
            if case .unverifiable = unknown {} else { throw FuzzFinding("a registration of nobody") }
            if case .covered = check.verdict(certificate, status: .valid, identifier: identifier, query: query) {
                try FuzzFinding.unless(isRegistered(certificate), "a claim that is not registered")
                try FuzzFinding.unless(
                    [certificate.subject, certificate.intermediary?.subject].contains(identifier), "another party's registration")
            }
            return .accepted
        })

    private static let identifier = "NTRNL-12345678"
    private static let query = FuzzParties.made { try DCQLQuery(FuzzVerifier.query) }

    /// Looks for the only claim that is asked for.
    private static func isRegistered(_ certificate: RegistrationCertificate) -> Bool {
        certificate.credentials.contains { credential in
            credential.format == "dc+sd-jwt" && credential.types.contains(FuzzVerifier.type)
                && credential.claims.contains { $0.covers(["family_name"]) }
        }
    }

    /// Claims that cover the query, with one of them replaced or added.
    private static func claims(_ name: String, _ value: JSONValue) -> JSONObject {
        var claims: JSONObject = [
            "name": "Shop", "sub_ln": "Shop B.V.", "sub": .string(identifier), "country": "NL", "registry_uri": "https://register.example",
            "srv_description": [["lang": "en", "value": "Sale of bikes"]], "privacy_policy": "https://shop.example/privacy",
            "supervisory_authority": ["email": "report@authority.example"], "purpose": [["lang": "en", "value": "Check the age"]],
            "credentials": [registered], "iat": .integer(FuzzParties.now), "exp": .integer(FuzzParties.now + 86_400),
        ]
        claims.set(name, value)
        return claims
    }

    private static let registered: JSONValue = [
        "format": "dc+sd-jwt", "meta": ["vct_values": [.string(FuzzVerifier.type)]],
        "claim": [["path": ["family_name"]], ["path": ["a", nil]]],
    ]
}
