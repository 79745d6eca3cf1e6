// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
package import Crypto
import Foundation
import JOSE
package import JSON
package import MDoc
package import SDJWT

/// The cards of the holder in both formats, with the contents of a PID.
package enum TestCards {
    package static let sdJWTType = "urn:eudi:pid:nl:1"
    package static let documentType: DocType = "eu.europa.ec.eudi.pid.1"
    package static let nameSpace: NameSpace = "eu.europa.ec.eudi.pid.1"
    /// The holder's key in every card, unless the test gives a different key.
    package static let holderKey = P256.Signing.PrivateKey()

    /// The claims that the holder may withhold.
    package static let claims: JSONObject = [
        "family_name": "van der Berg", "given_name": "Zoë", "birthdate": "1990-01-02", "age_over_18": true,
        "address": ["street_address": "Plein", "locality": "Den Haag", "country": "NL"], "nationalities": ["NL", "BE"],
        "recovery_code": "not to be shown",
    ]
    /// The paths to them, inner ones included.
    package static let disclosable: [ClaimPath] = [
        ["family_name"], ["given_name"], ["birthdate"], ["age_over_18"], ["address"], ["address", "street_address"],
        ["address", "locality"], ["address", "country"], ["nationalities"], ["nationalities", 0], ["nationalities", 1], ["recovery_code"],
    ]
    package static let elements = [
        MDocElement(nameSpace, "family_name", .text("van der Berg")), MDocElement(nameSpace, "given_name", .text("Zoë")),
        MDocElement(nameSpace, "birth_date", .tagged(1004, .text("1990-01-02"))), MDocElement(nameSpace, "age_over_18", .bool(true)),
        MDocElement(nameSpace, "nationality", .array([.text("NL"), .text("BE")])),
    ]

    /// An SD-JWT of the issuer, valid for an hour; the holder has every disclosure.
    ///
    /// - Parameter change: changes all claims before they are signed.
    package static func sdJWT(
        for key: P256.Signing.PublicKey = holderKey.publicKey, change: (inout JSONObject) -> Void = { _ in }
    ) async throws -> CompactSDJWT {
        var all: JSONObject = [
            "iss": "https://issuer.example", "vct": .string(sdJWTType), "iat": .integer(VerifierWorld.now - 100),
            "exp": .integer(VerifierWorld.now + 3600), "cnf": ["jwk": .object(JWK(key).json)],
        ]
        for (name, value) in claims.members { all.append(name, value) }
        change(&all)
        let unsigned = try UnsignedSDJWT(claims: all, disclosable: disclosable, random: VerifierWorld.random)
        return try await unsigned.signed(certificates: VerifierWorld.issuer.chain) { try VerifierWorld.issuer.sign($0) }
    }

    /// An mdoc of the issuer with every element, valid for an hour.
    package static func mdoc(for key: P256.Signing.PublicKey = holderKey.publicKey) async throws -> IssuerSigned {
        let time = VerifierWorld.time
        let unsigned = try UnsignedMDoc(
            docType: documentType, elements: elements, deviceKey: COSEKey(key),
            validity: ValidityInfo(
                signed: time.addingTimeInterval(-100), validFrom: time.addingTimeInterval(-100), validUntil: time.addingTimeInterval(3600)),
            random: VerifierWorld.random)
        let signer = VerifierWorld.documentSigner
        return try await unsigned.signed(certificates: signer.chain) { try signer.sign($0) }
    }

    /// Signs with the holder's key: r ‖ s.
    package static func sign(_ input: [UInt8]) throws -> [UInt8] { Array(try holderKey.signature(for: input).rawRepresentation) }
}
