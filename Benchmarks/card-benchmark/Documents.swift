// SPDX-License-Identifier: EUPL-1.2

import CBOR
import COSE
import Crypto
import Foundation
import JOSE
import JSON
import MDoc
import SDJWT
import X509

/// One person's PID in both formats, as issued: every claim is separately disclosable, and so are the parts of the address and each
/// nationality.
struct Documents {
    static let credentialType = "urn:eudi:pid:nl:1"
    static let docType: DocType = "eu.europa.ec.eudi.pid.1"
    static let space: NameSpace = "eu.europa.ec.eudi.pid.1"
    static let (nonce, audience) = ("n-0S6_WzA2Mj0S6_WzA2Mj", "x509_san_dns:verifier.example")
    static let transcript = SessionTranscript(
        .array([.null, .null, .array([.text("OpenID4VPHandover"), .bytes([UInt8](repeating: 7, count: 32))])]))
    /// The claims that a presentation discloses.
    static let shown: [ClaimPath] = [["family_name"], ["given_name"], ["birthdate"]]

    let now: Date
    let authority: Authority
    let chain: [[UInt8]]
    let holder = P256.Signing.PrivateKey()

    init(now: Date) throws {
        self.now = now
        authority = try Authority(now: now)
        chain = [try Authority.der(authority.signer)]
    }

    private var seconds: Int64 { Int64(now.timeIntervalSince1970) }

    // MARK: SD-JWT VC

    static let personal: JSONObject = [
        "family_name": "Yılmaz-van den Berg", "given_name": "Zoë Fatma", "birthdate": "1990-01-02",
        "place_of_birth": ["country": "NL", "locality": "Utrecht"], "nationalities": ["NL", "TR"], "birth_family_name": "Yılmaz", "sex": 2,
        "address": [
            "formatted": "Oudegracht 12, 3511 AP Utrecht", "street_address": "Oudegracht", "house_number": "12", "postal_code": "3511 AP",
            "locality": "Utrecht", "country": "NL",
        ],
        "personal_administrative_number": "999994815", "date_of_issuance": "2026-11-21", "date_of_expiry": "2031-11-21",
        "issuing_authority": "Rijksdienst voor Identiteitsgegevens", "issuing_country": "NL",
        "recovery_code": "bFq3jLZkqvT0cYvO1wRzJxg5s6nE2uQmP8hKdA4XtWM",
    ]

    static let disclosable: [ClaimPath] =
        ["formatted", "street_address", "house_number", "postal_code", "locality", "country"].map { ["address", .name($0)] }
        + [["nationalities", 0], ["nationalities", 1]] + personal.members.map { [.name($0.name)] }

    var claims: JSONObject {
        var claims: JSONObject = [
            "iss": "https://issuer.example", "vct": .string(Self.credentialType), "iat": .integer(seconds), "nbf": .integer(seconds),
            "exp": .integer(seconds + 86_400 * 90), "cnf": ["jwk": .object(JWK(holder.publicKey).json)],
            "status": ["status_list": ["idx": 4711, "uri": "https://issuer.example/status-lists/1"]],
        ]
        for (name, value) in Self.personal.members { claims.append(name, value) }
        return claims
    }

    func sdJWT() async throws -> CompactSDJWT {
        try await UnsignedSDJWT(claims: claims, disclosable: Self.disclosable, random: randomBytes)
            .signed(keyID: "signer", certificates: chain) { [key = authority.signerKey] in
                Array(try key.signature(for: $0).rawRepresentation)
            }
    }

    func presented(_ token: CompactSDJWT) async throws -> CompactSDJWT {
        try await token.disclosing(Self.shown).bound(nonce: Self.nonce, audience: Self.audience, issuedAt: seconds) { [holder] in
            Array(try holder.signature(for: $0).rawRepresentation)
        }
    }

    // MARK: mdoc

    static let elements: [MDocElement] = {
        let texts: KeyValuePairs<ElementIdentifier, String> = [
            "family_name": "Yılmaz-van den Berg", "given_name": "Zoë Fatma", "family_name_birth": "Yılmaz",
            "resident_address": "Oudegracht 12, 3511 AP Utrecht", "resident_street": "Oudegracht", "resident_house_number": "12",
            "resident_postal_code": "3511 AP", "resident_city": "Utrecht", "resident_country": "NL",
            "personal_administrative_number": "999994815", "issuing_authority": "Rijksdienst voor Identiteitsgegevens",
            "issuing_country": "NL",
        ]
        let dates: KeyValuePairs<ElementIdentifier, String> = [
            "birth_date": "1990-01-02", "issuance_date": "2026-11-21", "expiry_date": "2031-11-21",
        ]
        var place = CBORMap()
        place["country"] = .text("NL")
        place["locality"] = .text("Utrecht")
        return texts.map { MDocElement(space, $0.key, .text($0.value)) }
            + dates.map { MDocElement(space, $0.key, .tagged(1004, .text($0.value))) }
            + [
                MDocElement(space, "place_of_birth", .map(place)), MDocElement(space, "nationality", .array([.text("NL"), .text("TR")])),
                MDocElement(space, "sex", .unsigned(2)),
            ]
    }()

    func mdoc() async throws -> IssuerSigned {
        var list = CBORMap()
        list["idx"] = .unsigned(4711)
        list["uri"] = .text("https://issuer.example/status-lists/1")
        var status = CBORMap()
        status["status_list"] = .map(list)
        return try await UnsignedMDoc(
            docType: Self.docType, elements: Self.elements, deviceKey: COSEKey(holder.publicKey),
            validity: ValidityInfo(signed: now, validFrom: now, validUntil: now + 86_400 * 90), status: .map(status), random: randomBytes
        ).signed(certificates: chain) { [key = authority.signerKey] in Array(try key.signature(for: $0).rawRepresentation) }
    }

    func presented(_ issued: IssuerSigned) async throws -> DeviceResponse {
        let document = try await issued.presented(
            disclosing: [Self.space: ["family_name", "given_name", "birth_date"]], for: Self.transcript
        ) { [holder] in Array(try holder.signature(for: $0).rawRepresentation) }
        return DeviceResponse(documents: [document])
    }
}

/// Random bytes from the system's cryptographically secure source.
@Sendable func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<(count + 7) / 8).map { _ in generator.next() }
    return (0..<count).map { UInt8(truncatingIfNeeded: words[$0 / 8] >> UInt64($0 % 8 * 8)) }
}
