// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI

/// The kinds of credentials that the issuer offers: one PID in two formats.
package enum PIDKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// `dc+sd-jwt`.
    case sdJWT = "pid_sd_jwt"
    /// `mso_mdoc`.
    case mdoc = "pid_mdoc"

    /// `vct`: the Dutch type, which extends the European type (PID Rulebook 4.2).
    package static let credentialType = "urn:eudi:pid:nl:1"
    /// The European type.
    package static let baseType = "urn:eudi:pid:1"
    /// `doctype`, which is also the name space of the European elements (PID Rulebook 3).
    package static let documentType = "eu.europa.ec.eudi.pid.1"
    /// The name space of the Dutch elements.
    package static let domesticNameSpace = "eu.europa.ec.eudi.pid.nl.1"
    /// The time zone in which the days of a PID are counted.
    package static let timeZone = PIDContents.timeZone

    /// The identifier in the issuer's metadata; also the scope.
    package var identifier: String { rawValue }

    /// Returns the kind's entry in the issuer's metadata.
    ///
    /// - Parameters:
    ///   - keyAttestation: the required key attestation; nil if none is required.
    ///   - emblem: the emblem on the card.
    func configuration(_ keyAttestation: KeyAttestationRequirement?, with emblem: PIDEmblem) -> CredentialConfiguration {
        let (format, algorithm, binding): (CredentialFormat, JSONValue, String) =
            switch self {
            case .sdJWT: (.sdJWT(type: Self.credentialType), "ES256", "jwk")
            case .mdoc: (.mdoc(documentType: Self.documentType), -7, "cose_key")
            }
        return CredentialConfiguration(
            identifier: identifier, format: format, scope: identifier, signingAlgorithms: [algorithm], bindingMethods: [binding],
            proofAlgorithms: ["ES256"], keyAttestation: keyAttestation, display: PIDDisplay.card(with: emblem),
            claims: PIDClaim.allCases.flatMap { $0.descriptions(in: self) })
    }
}

/// The appearance and name of the card.
enum PIDDisplay {
    static let backgroundColor = "#154273"
    static let textColor = "#ffffff"

    static func card(with emblem: PIDEmblem) -> [CredentialDisplay] {
        [
            CredentialDisplay(
                name: "Identity card", locale: "en", description: "Your personal data, from the government's register of persons.",
                logo: emblem.image(in: "en"), backgroundImage: DisplayImage(uri: PIDPattern.address),
                backgroundColor: backgroundColor, textColor: textColor),
            CredentialDisplay(
                name: "Identiteitskaart", locale: "nl", description: "Uw persoonsgegevens, uit de basisregistratie personen.",
                logo: emblem.image(in: "nl"), backgroundImage: DisplayImage(uri: PIDPattern.address),
                backgroundColor: backgroundColor, textColor: textColor),
            CredentialDisplay(
                name: "Identitätskarte", locale: "de", description: "Deine persönlichen Daten, aus dem Melderegister des Staates.",
                logo: emblem.image(in: "de"), backgroundImage: DisplayImage(uri: PIDPattern.address),
                backgroundColor: backgroundColor, textColor: textColor),
        ]
    }

    static func issuer(with emblem: PIDEmblem) -> [IssuerDisplay] {
        [
            IssuerDisplay(name: "National Office for Identity Data (test)", locale: "en", logo: DisplayImage(uri: emblem.address)),
            IssuerDisplay(name: "Rijksdienst voor Identiteitsgegevens (test)", locale: "nl", logo: DisplayImage(uri: emblem.address)),
            IssuerDisplay(name: "Staatliches Amt für Identitätsdaten (Test)", locale: "de", logo: DisplayImage(uri: emblem.address)),
        ]
    }

    /// The `data:` address of an SVG drawing.
    static func address(of drawing: String) -> String {
        "data:image/svg+xml," + (drawing.addingPercentEncoding(withAllowedCharacters: unescaped) ?? "")
    }

    /// The characters that need no escaping in a `data:` address (RFC 3986 §3.3), and quotes, which no header or attribute contains
    /// unescaped.
    private static let unescaped = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~:/=,'()"))
}
