// SPDX-License-Identifier: EUPL-1.2

import CBOR
import Crypto
import Foundation
import JSON
import MDoc
import OpenID4VCI
import SDJWT
import Testing
import X509

@testable import WalletCore

/// Only shown data is stored: an mdoc contains the same data as the SD-JWT, and the hidden members of an SD-JWT are technical.
struct UnseenDataTests {
    private static let type = "eu.europa.ec.eudi.pid.1"
    private static let payload: JSONObject = [
        "iss": "https://issuer.test", "sub": "hidden", "family_name": "De Vries", "given_name": "Willeke", "birthdate": "1997-05-10",
        "address": ["locality": "Den Haag", "country": "NL"], "nationalities": ["NL", "BE"], "sex": 2,
        "place_of_birth": ["locality": "Delft", "country": "NL"], "age_equal_or_over": ["18": true],
        "picture": "data:image/jpeg;base64,/9j/4A==", "date_of_issuance": "2026-11-22", "date_of_expiry": "2031-11-22",
        "birthdate_unknown_parts": ["day"], "recovery_code": "secret",
    ]
    private static let needed = [
        element("family_name", .text("De Vries")), element("given_name", .text("Willeke")),
        element("birth_date", .tagged(1004, .text("1997-05-10"))),
    ]

    private static func element(_ name: String, _ value: CBORItem, in space: String = type) -> MDocElement {
        MDocElement(NameSpace(space), ElementIdentifier(name), value)
    }

    private static func map(_ pairs: [(String, CBORItem)]) -> CBORItem {
        var map = CBORMap()
        for (name, value) in pairs { map[name] = value }
        return .map(map)
    }

    private static func isSame(_ more: MDocElement...) -> Bool { PersonMatch.isSame(needed + more, of: type, payload) }

    @Test func `an mdoc may contain all data of the SD-JWT, under the rulebook's names`() {
        let (none, pid) = ([MDocElement](), "eu.europa.ec.eudi.pid.")
        #expect(PersonMatch.isSame(Self.needed + none, of: Self.type, Self.payload))
        #expect(Self.isSame(Self.element("resident_city", .text("Den Haag")), Self.element("resident_country", .text("NL"))))
        #expect(Self.isSame(Self.element("nationality", .array([.text("NL"), .text("BE")])), Self.element("sex", .unsigned(2))))
        #expect(Self.isSame(Self.element("place_of_birth", Self.map([("country", .text("NL")), ("locality", .text("Delft"))]))))
        #expect(Self.isSame(Self.element("age_over_18", .bool(true)), Self.element("portrait", .bytes([0xFF, 0xD8, 0xFF, 0xE0]))))
        #expect(Self.isSame(Self.element("birth_date_unknown_parts", .array([.text("day")]), in: pid + "nl.1")))
        #expect(Self.isSame(Self.element("age_over_18", .bool(true), in: pid + "nl.1")))
        #expect(Self.isSame(Self.element("expiry_date", .tagged(0, .text("2031-11-21T23:00:00Z")))))
    }

    /// Elements that were not shown.
    private static let unseen: [(String, MDocElement)] = [
        ("no counterpart", element("blood_type", .text("0"))),
        ("a map without a counterpart", element("notes", map([("secret", .text("criminal"))]))),
        ("a map with more", element("place_of_birth", map([("country", .text("NL")), ("locality", .text("Delft")), ("x", .text("y"))]))),
        ("a map with less", element("place_of_birth", map([("country", .text("NL"))]))),
        ("a map with another value", element("place_of_birth", map([("country", .text("NL")), ("locality", .text("Gent"))]))),
        ("bytes", element("biometric_template", .bytes([1, 2, 3]))),
        ("another picture", element("portrait", .bytes([1, 2, 3]))),
        ("another text", element("resident_city", .text("Delft"))), ("a part that is not there", element("resident_street", .text("A"))),
        ("more of a list", element("nationality", .array([.text("NL"), .text("BE"), .text("FR")]))),
        ("less of a list", element("nationality", .text("NL"))), ("another truth", element("age_over_18", .bool(false))),
        ("another age", element("age_over_21", .bool(true))), ("another number", element("sex", .unsigned(1))),
        ("null", element("sex", .null)), ("a tag around it", element("sex", .tagged(9999, .unsigned(2)))),
        ("what is hidden", element("sub", .text("hidden"))), ("the recovery code", element("recovery_code", .text("secret"))),
        ("the same in another name space", element("sex", .unsigned(2), in: "org.example.notes")),
        ("a name space that says something", element("sex", .unsigned(2), in: "eu.europa.ec.eudi.pid.nl.wanted-by-the-police.1")),
        ("a name space without a version", element("sex", .unsigned(2), in: "eu.europa.ec.eudi.pid.nl")),
        ("other issuance", element("issuance_date", .tagged(1004, .text("2026-11-20")))),
        ("a day that is none", element("issuance_date", .text("2026-11-31"))),
        ("a day that says something", element("issuance_date", .text("2026-11-22 and more"))),
        ("a time that says something", element("issuance_date", .tagged(0, .text("2026-11-22Tnonsense!Z")))),
    ]

    @Test(arguments: ["", "with a space", "\u{e9}", String(repeating: "a", count: 129)].indices.dropFirst())
    func `a disclosure is refused if its salt could carry hidden data`(index: Int) {
        let salt = ["", "with a space", "\u{e9}", String(repeating: "a", count: 129)][index]
        let fit = Disclosure(salt: "_26bc4LT-ac6q2KI6cBW5es", name: "sex", value: 2)
        #expect(TechnicalClaims.areFit([fit]))
        #expect(!TechnicalClaims.areFit([fit, Disclosure(salt: salt, name: "sex", value: 2)]))
    }

    @Test(arguments: unseen.indices)
    func `an mdoc element with data that was not shown to the user is refused`(index: Int) {
        let (why, element) = Self.unseen[index]
        #expect(!Self.isSame(element), "\(why)")
    }

    @Test(arguments: ["family_name", "given_name", "birth_date"])
    func `an mdoc with a missing or different name or date of birth is refused`(missing: String) {
        let others = Self.needed.filter { $0.identifier.text != missing }
        #expect(!PersonMatch.isSame(others, of: Self.type, Self.payload))
        #expect(!PersonMatch.isSame(others + [Self.element(missing, .text("other"))], of: Self.type, Self.payload))
    }

    @Test func `if a person has no given name, neither format may contain one`() {
        let elements = [Self.element("family_name", .text("Plato")), Self.element("birth_date", .text("1997"))]
        #expect(PersonMatch.isSame(elements, of: Self.type, ["family_name": "Plato", "birthdate": "1997"]))
        #expect(
            !PersonMatch.isSame(elements, of: Self.type, ["family_name": "Plato", "birthdate": "1997", "given_name": "Aristocles"]))
    }

    // MARK: Technical claims

    private static let key: JSONValue = ["jwk": ["kty": "EC", "crv": "P-256", "x": "a", "y": "b", "kid": "1"]]

    @Test func `the members of every credential count as technical`() {
        let payload: JSONObject = [
            "iss": "https://issuer.test", "sub": "a", "jti": "b", "iat": 1, "nbf": 1, "exp": 2, "vct": "urn:eudi:pid:1",
            "vct#integrity": "sha256-abc", "cnf": Self.key, "status": ["status_list": ["idx": 1, "uri": "https://issuer.test/1"]],
            "recovery_code": "abc", "family_name": ["anything": ["that is": "shown"]],
        ]
        #expect(TechnicalClaims.areFit(payload))
        #expect(TechnicalClaims.isFit(header: ["alg": "ES256", "typ": "dc+sd-jwt", "kid": "1", "x5c": ["a"]]))
    }

    private static let hiding: [JSONObject] = [
        ["sub": ["religion": "none"]], ["jti": "two words"], ["aud": ["a", "b"]], ["sub": .string(String(repeating: "a", count: 513))],
        ["vct#integrity": 7], ["recovery_code": ["a": "b"]], ["cnf": "a"], ["cnf": ["jwk": ["kty": "EC", "note": "a"]]],
        ["cnf": ["jwk": ["kty": "EC", "kid": "two words"]]], ["cnf": ["jwk": [:], "note": "a"]], ["cnf": [:]], ["status": ["note": "a"]],
        ["status": ["status_list": ["idx": 1, "uri": "a", "note": "b"]]], ["status": "a"],
    ]

    @Test(arguments: hiding)
    func `a hidden member that is not purely technical is refused`(payload: JSONObject) {
        #expect(!TechnicalClaims.areFit(payload))
    }

    @Test func `a header with a member that is not purely technical is refused`() {
        #expect(!TechnicalClaims.isFit(header: ["alg": "ES256", "typ": "dc+sd-jwt", "note": "a"]))
        #expect(!TechnicalClaims.isFit(header: ["alg": "ES256", "typ": "dc+sd-jwt", "kid": "two words"]))
    }

    // MARK: Copies and previews

    @Test(arguments: [
        ("2026-11-22", "2026-11-22", true), ("2026-11-23", "2026-11-22", true), ("2027-01-01", "2026-12-31", true),
        ("2026-11-24", "2026-11-22", false), ("2026-11-22x", "2026-11-22", false), ("", "2026-11-22", false),
    ])
    func `dates of issuance may differ between the formats by one midnight only`(issued: String, shown: String, isShown: Bool) {
        let (now, before): (JSONObject, JSONObject) = (["date_of_issuance": .string(issued)], ["date_of_issuance": .string(shown)])
        #expect(CardClaims.isShown(now, in: before) == isShown)
        #expect(!CardClaims.isShown(now, in: [:]) && !CardClaims.isShown([:], in: before))
        #expect(!CardClaims.isShown(["date_of_issuance": ["note": "a"]], in: before))
    }

    // MARK: The issuer

    private func certificate(_ names: [GeneralName]?) throws -> Certificate {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("PID Provider") }
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSince1970: 0), notValidAfter: Date(timeIntervalSince1970: 4_000_000_000), issuer: name,
            subject: name, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                if let names { SubjectAlternativeNames(names) }
            }, issuerPrivateKey: .init(key))
    }

    @Test func `a certificate may contain only addresses of the issuer`() throws {
        let issuer = try #require(HTTPSURL("https://issuer.test"))
        #expect(TechnicalClaims.isCertified(try certificate(nil), for: issuer))
        #expect(TechnicalClaims.isCertified(try certificate([.rfc822Name("a@issuer.test")]), for: issuer))
        #expect(TechnicalClaims.isCertified(try certificate([.uniformResourceIdentifier("https://issuer.test")]), for: issuer))
        #expect(TechnicalClaims.isCertified(try certificate([.dnsName("other.test"), .dnsName("Issuer.test")]), for: issuer))
        #expect(!TechnicalClaims.isCertified(try certificate([.uniformResourceIdentifier("https://other.test")]), for: issuer))
        #expect(!TechnicalClaims.isCertified(try certificate([.dnsName("issuer.test.evil.test")]), for: issuer))
    }
}
