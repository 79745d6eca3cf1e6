// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JSON
import RelyingPartyRegistration
import SDJWT
import StatusList

/// Claims of registration certificates.
extension FuzzTarget {
    /// The claims of a registration certificate, which the target signs itself, because they are read only behind a valid signature.
    static let registration = FuzzTarget(
        "registration", mutations: 100,
        seeds: {
            let claims = FuzzRegistration.claims
            let changed: [JSONObject] = [
                claims("name", "Shop"), claims("exp", .integer(FuzzParties.now + 367 * 86_400)), claims("sub", "NTRNL-87654321"),
                claims("intermediary", ["sub": .string(FuzzRegistration.identifier), "name": "Agent"]),
                claims("credentials", [["format": "mso_mdoc", "meta": ["doctype_value": "d"]], ["format": "f", "meta": [:]]]),
                claims("purpose", [[["lang": "nl", "value": "Leeftijd\ncontroleren"]], ["lang": "en", "value": "Age"]]),
                claims("support_uri", "mailto:help@shop.example"), claims("service", []),
                claims("status", ["status_list": ["idx": 1, "uri": "https://status.example/1"]]),
            ]
            return changed.map { $0.encode() }
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
            guard let text = try? FuzzRegistration.sign(input) else { return .refused }
            let check = RegistrationCheck(roots: [FuzzParties.root], at: FuzzParties.time)
            guard case .success(let certificate) = await check.read([.string(text)]) else { return .refused }
            try FuzzFinding.unless(
                certificate.issuedAt <= FuzzParties.now + 60 && (certificate.expiresAt ?? .max) > FuzzParties.now - 60
                    && (certificate.expiresAt != nil || certificate.status != nil), "a certificate that is not valid, or has no end")
            let unknown = check.verdict(certificate, status: .valid, identifier: nil, query: query)
            if case .unverifiable = unknown {} else { throw FuzzFinding("a registration of nobody") }
            if case .covered = check.verdict(certificate, status: .valid, identifier: FuzzRegistration.identifier, query: query) {
                try FuzzFinding.unless(isRegistered(certificate), "a claim that is not registered")
                try FuzzFinding.unless(
                    [certificate.subject, certificate.intermediary?.subject].contains(FuzzRegistration.identifier),
                    "another party's registration")
            }
            return .accepted
        })

    private static let query = FuzzParties.made { try DCQLQuery(FuzzVerifier.query) }

    /// Looks for the only claim that is asked for.
    private static func isRegistered(_ certificate: RegistrationCertificate) -> Bool {
        certificate.credentials.contains { credential in
            credential.format == "dc+sd-jwt" && credential.types.contains(FuzzVerifier.type)
                && credential.claims.contains { $0.covers(["family_name"]) }
        }
    }
}
