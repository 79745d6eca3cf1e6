// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OAuthMessages
import RelyingPartyRegistration
import SDJWT
import StatusList
import Testing

/// Certificates as they are read.
struct RegistrationTests {
    private func vector() throws -> String {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/RegistrationCertificate/wrprc.jwt").standardizedFileURL
        return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func vectorClaims() throws -> JSONObject {
        let parts = try vector().split(separator: ".")
        return try JSONObject(parsing: Base64URL.decode(parts[1]))
    }

    @Test func `the certificate of the EU's verifier library is read whole`() throws {
        let certificate = try RegistrationCertificate(claims: vectorClaims())
        #expect(certificate.name == "Verifier Dev" && certificate.legalName == "Niscy" && certificate.country == "EU")
        #expect(certificate.subject == "LEIEU-987654321" && certificate.intermediary == nil)
        #expect(certificate.purposes == [LocalizedSentence(language: "en", text: "Person identification")])
        #expect(certificate.services.map(\.language) == ["en"])
        #expect(certificate.privacyPolicy?.text == "https://dev.verifier-backend.eudiw.dev/privacy")
        #expect(certificate.information?.text == "https://dev.verifier-backend.eudiw.dev")
        #expect(certificate.support?.text == "https://dev.verifier-backend.eudiw.dev/support" && certificate.supportMail == nil)
        let page = HTTPSURL("https://supervisory.authority.example.eu")
        #expect(
            certificate.authority
                == RegistrationCertificate.Authority(email: "supervisory@authority.example.eu", phone: "+49301234567", uri: page))
        #expect(certificate.credentials.map(\.format) == ["dc+sd-jwt", "mso_mdoc"])
        #expect(certificate.credentials.map(\.types) == [["urn:eudi:pid:1"], ["eu.europa.ec.eudi.pid.1"]])
        #expect(certificate.credentials.map(\.claims.count) == [25, 26])
        #expect(certificate.credentials.first?.claims.contains(["nationalities", nil]) == true)
        #expect(certificate.registry == "https://registry.example.eu" && certificate.issuedAt == 1_784_634_642)
        #expect(certificate.expiresAt == nil && certificate.status?.index == 910)
        #expect(try RegistrationCertificate(claims: certificate.claims) == certificate)
    }

    @Test func `its self-signed signer is not trusted, and without its signature it is told unsigned`() async throws {
        let time = Date(timeIntervalSince1970: 1_784_700_000)
        let text = try vector()
        #expect(await Registrar.check(at: time).read([.string(text)]) == .failure(.chain))
        let unsigned = text.split(separator: ".").prefix(2).joined(separator: ".") + "."
        #expect(await Registrar.check(at: time).read([.string(unsigned)]) == .failure(.unsigned))
    }

    @Test func `a certificate is written as it is read`() throws {
        let certificate = try RegistrationCertificate(claims: Registrar.claims())
        #expect(certificate.authority.name == "Authority" && certificate.purposes.map(\.language) == ["nl", "en"])
        #expect(try RegistrationCertificate(claims: certificate.claims) == certificate)
        #expect(certificate.claims["policy_id"] == ["0.4.0.19475.3.1"])
        let least = RegistrationCertificate(name: nil, legalName: nil, subject: nil, country: nil, issuedAt: 1)
        #expect(try RegistrationCertificate(claims: least.claims) == least)
    }

    static let written: [JSONObject] = [
        ["name": ""], ["country": ""], ["info_uri": ""], ["support_uri": ""], ["supervisory_authority": [:]], ["policy_id": []],
        ["privacy_policy": "http://shop.example/privacy"], ["supervisory_authority": ["email": "", "phone": "", "uri": ""]],
        ["srv_description": []], ["srv_description": [[]]], ["purpose": []], ["public_body": true], ["provides_attestations": []],
        [
            "srv_description": [
                [["lang": "en", "value": "Sale"], ["lang": "nl", "value": "Verkoop"]], [["lang": "en", "value": "Rent"]],
            ]
        ],
        ["purpose": [["lang": "en", "value": "Age"], ["lang": "en", "value": "Address"]]],
        ["purpose": [["lang": "en", "value": "Two\nlines"]]],
    ]

    @Test(arguments: written)
    func `the forms that registrars write are read`(_ change: JSONObject) throws {
        let member = try #require(change.members.first)
        let certificate = try RegistrationCertificate(claims: Registrar.claims(member.name, member.value))
        #expect(try RegistrationCertificate(claims: certificate.claims) == certificate)
    }

    @Test func `empty texts and links that are not https are absent, nested services are one list, line breaks become spaces`() throws {
        #expect(try RegistrationCertificate(claims: Registrar.claims("name", "")).name == nil)
        #expect(try RegistrationCertificate(claims: Registrar.claims("privacy_policy", "javascript:alert(1)")).privacyPolicy == nil)
        let nested: JSONValue = [
            [["lang": "en", "value": "Sale"], ["lang": "nl", "value": "Verkoop"]], [["lang": "en", "value": "Rent"]],
        ]
        let services = try RegistrationCertificate(claims: Registrar.claims("srv_description", nested)).services
        #expect(services.map(\.text) == ["Sale", "Verkoop", "Rent"])
        let lines: JSONValue = [["lang": "en", "value": "Two\r\nlines"]]
        #expect(try RegistrationCertificate(claims: Registrar.claims("purpose", lines)).purposes.map(\.text) == ["Two lines"])
    }

    @Test func `a natural person has given and family name, an intermediary at least its identifier`() throws {
        var claims = Registrar.claims("sub_ln", nil)
        claims.append("sub_gn", "Jan")
        claims.append("sub_fn", "Jansen")
        #expect(try RegistrationCertificate(claims: claims).legalName == "Jan Jansen")
        let intermediary = try RegistrationCertificate(claims: Registrar.claims("intermediary", ["sub": "X-1"])).intermediary
        #expect(intermediary == RegistrationCertificate.Intermediary(subject: "X-1", name: "X-1"))
    }

    static let addresses: [(String, String?)] = [
        ("mailto:help@shop.example", "help@shop.example"), ("help@shop.example", "help@shop.example"), ("https://shop.example", nil),
        ("mailto:help@shop.example?cc=x@y.example", nil), ("mailto:@", nil), ("a@b@c", nil), ("tel:+31701234567", nil), ("help", nil),
        ("http://user@shop.example", nil), ("help @shop.example", nil),
    ]

    @Test(arguments: addresses)
    func `a support address is a page, a plain mail address, or absent`(_ text: String, _ mail: String?) throws {
        let certificate = try RegistrationCertificate(claims: Registrar.claims("support_uri", .string(text)))
        #expect(certificate.supportMail == mail)
        #expect((certificate.support != nil) == text.hasPrefix("https://"))
    }

    @Test func `a certificate of version 1_1_1 is malformed`() {
        let claims: JSONObject = [
            "name": "Bike Shop", "sub": ["legal_name": ["Bike Shop B.V."], "id": [["type": "x", "identifier": "1"]]], "country": "NL",
            "service": [["lang": "en", "value": "Sale"]],
            "privacy_policy": [["type": "x", "policyURI": "https://shop.example/privacy"]],
            "dpa": ["country": "NL", "uri": ["https://authority.example"]], "iat": 1, "exp": 2,
            "credentials": [["format": "dc+sd-jwt", "meta": "urn:eudi:pid:1", "claim": [["path": "family_name"]]]],
        ]
        #expect(throws: MalformedMessage.self) { try RegistrationCertificate(claims: claims) }
    }

    static let malformed: [JSONObject] = [
        ["service": []], ["dpa": [:]], ["act": ["sub": "X-1"]], ["sub": ["id": "X-1"]], ["sub": 1], ["name": nil],
        ["privacy_policy": []], ["info_uri": ["https://shop.example"]], ["supervisory_authority": []], ["intermediary": ["name": "X"]],
        ["entitlements": [1]], ["purpose": "age"], ["purpose": ["age"]], ["purpose": [["lang": "en"]]],
        ["purpose": [["lang": "en", "value": ""]]], ["purpose": [["value": "age"]]], ["purpose": [["lang": "en", "value": "\u{202E}age"]]],
        ["credentials": [:]], ["credentials": [["format": "dc+sd-jwt"]]], ["credentials": [["format": "dc+sd-jwt", "meta": "urn:x"]]],
        ["credentials": [["format": "dc+sd-jwt", "meta": [:]]]], ["credentials": [["format": "mso_mdoc", "meta": [:]]]],
        ["credentials": [["format": "ldp_vc", "meta": [:], "claim": [["path": "family_name"]]]]],
        ["credentials": [["format": "ldp_vc", "meta": [:], "claim": [["path": []]]]]],
        ["credentials": [["format": "ldp_vc", "meta": [:], "claim": [["path": [-1]]]]]],
        ["credentials": [["format": "ldp_vc", "meta": [:], "claim": [[:]]]]],
        ["credentials": [["format": "ldp_vc", "meta": [:], "claim": [], "claims": []]]],
        ["iat": "1"], ["iat": nil], ["exp": "1"], ["exp": nil], ["exp": -1],
        ["status": nil], ["status": [:]], ["status": ["identifier_list": ["id": "1", "uri": "https://x.example"]]],
        ["status": ["status_list": ["idx": 1, "uri": "http://x.example"]]],
    ]

    @Test(arguments: malformed)
    func `a member of another type or version is malformed`(_ change: JSONObject) throws {
        let member = try #require(change.members.first)
        #expect(throws: MalformedMessage.self) { try RegistrationCertificate(claims: Registrar.claims(member.name, member.value)) }
    }

    @Test func `a certificate without iat is malformed, and act beside intermediary is not`() throws {
        #expect(throws: MalformedMessage.self) { try RegistrationCertificate(claims: Registrar.claims("iat", nil)) }
        var claims = Registrar.claims("act", ["sub": "X-1"])
        claims.append("intermediary", ["sub": "X-1", "name": "X"])
        #expect(try RegistrationCertificate(claims: claims).intermediary?.name == "X")
    }

    @Test func `every limit is met and not exceeded`() throws {
        func accepts(_ name: String, _ value: JSONValue) -> Bool {
            (try? RegistrationCertificate(claims: Registrar.claims(name, value))) != nil
        }
        func credentials(_ count: Int, claims: Int) -> JSONValue {
            let claim: JSONValue = .array((0..<claims).map { ["path": [.integer(Int64($0))]] })
            return .array((0..<count).map { _ in ["format": "ldp_vc", "meta": [:], "claim": claim] })
        }
        func purposes(_ count: Int, length: Int) -> JSONValue {
            .array((0..<count).map { _ in ["lang": "en", "value": .string(String(repeating: "a", count: length))] })
        }
        #expect(accepts("credentials", credentials(64, claims: 1)) && !accepts("credentials", credentials(65, claims: 1)))
        #expect(accepts("credentials", credentials(1, claims: 256)) && !accepts("credentials", credentials(1, claims: 257)))
        #expect(accepts("purpose", purposes(64, length: 1)) && !accepts("purpose", purposes(65, length: 1)))
        #expect(!accepts("purpose", [purposes(64, length: 1), purposes(1, length: 1)]))
        #expect(accepts("purpose", purposes(1, length: 1000)) && !accepts("purpose", purposes(1, length: 1001)))
    }
}
