// SPDX-License-Identifier: EUPL-1.2

package import Crypto
package import Foundation
import JOSE
import JSON
import RelyingPartyRegistration
package import StatusList
import SwiftASN1
import X509

/// A registrar for demo and tests: it says who verifiers are and what they may ask for.
///
/// It has two roots, and neither certifies the other's holders: with an access certificate below the registrar's root a verifier could sign
/// its own registration. Nothing that it makes has been checked with the party, so every certificate has the ``TestMark``.
package struct DemoRegistrar: Sendable {
    /// Certifies parties.
    package let accessRoot: CertifiedKey
    /// Certifies ``signer`` only.
    package let registrarRoot: CertifiedKey
    /// Signs registrations and their status list.
    package let signer: CertifiedKey

    private static let names = (access: "access-root", registrar: "registrar-root", signer: "registrar")

    /// A new registrar with new keys.
    ///
    /// - Throws: errors of the certificate library.
    package init(now: Date) throws {
        accessRoot = try .root("Access certificates", now: now)
        registrarRoot = try .root("Registrars", now: now)
        signer = try registrarRoot.signer("Registrar", now: now)
    }

    /// Reads a stored registrar.
    ///
    /// - Parameter read: returns the text of a file by its name.
    /// - Throws: `UnacceptableMember` naming a file that is missing or does not fit.
    package init(read: (String) throws -> String) throws {
        accessRoot = try CertifiedKey(Self.names.access, read: read)
        registrarRoot = try CertifiedKey(Self.names.registrar, read: read)
        signer = try CertifiedKey(Self.names.signer, read: read)
    }

    /// The files of the registrar: names and texts. Those with `-key` in their names are secret.
    ///
    /// - Throws: errors of the certificate library.
    package func files() throws -> [(name: String, text: String)] {
        try accessRoot.files(Self.names.access) + registrarRoot.files(Self.names.registrar) + signer.files(Self.names.signer)
    }

    /// Certifies a party's key.
    ///
    /// - Parameter days: the validity from now, 1...``AccessCertificate/maximumDays``.
    /// - Throws: `UnacceptableMember`, or errors of the certificate library.
    package func certify(
        _ key: P256.Signing.PublicKey, of subject: AccessSubject, days: Int, now: Date
    ) throws -> AccessCertificate {
        guard (1...AccessCertificate.maximumDays).contains(days) else {
            throw UnacceptableMember("days", "not 1 to \(AccessCertificate.maximumDays)")
        }
        let plan = CertificatePlan(
            subject: try subject.name(), isAuthority: false, days: days, dnsNames: subject.dnsNames, purposes: [AccessCertificate.purpose])
        return try AccessCertificate(pem: accessRoot.certify(key, plan, now: now).serializeAsPEM().pemString + "\n")
    }

    /// Signs a registration certificate (ETSI TS 119 475 v1.2.1): a compact JWS, `data` of an attachment in `verifier_info`.
    ///
    /// - Parameters:
    ///   - days: the time from `iat` to `exp`, 1...``RegistrationDraft/maximumDays``.
    ///   - status: the entry in the status list; nil if the registration cannot be revoked.
    ///   - now: `iat`.
    /// - Throws: `UnacceptableMember`, or errors of the libraries.
    package func register(_ draft: RegistrationDraft, days: Int, status: StatusListReference?, now: Date) throws -> String {
        let claims = try draft.claims(days: days, status: status, issuedAt: Int64(now.timeIntervalSince1970))
        let header: JSONObject = [
            "alg": "ES256", "typ": .string(RegistrationCertificate.type), "x5c": X5C.encode([try signer.der()]),
        ]
        return try CompactJWS.sign(header: header, payload: claims.encode(), with: signer.key).serialized
    }

    /// Signs a status list with the key of the registrations.
    ///
    /// - Throws: errors of the libraries.
    package func sign(_ list: StatusListToken) async throws -> String {
        let key = signer.key
        return try await list.signed(certificates: [try signer.der()]) { input in
            Array(try key.signature(for: input).rawRepresentation)
        }
    }
}
