// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Tokens made by other implementations.
struct ExampleTests {
    static let issuer: JWK? = try? JWK(RFC9901.issuerKey)

    static func verifier(_ kind: SDJWTVerifier.Kind = .token(type: "example+sd-jwt"), requiresExpiry: Bool = true) throws -> SDJWTVerifier {
        SDJWTVerifier(trust: .key(try #require(issuer)), kind: kind, requiresExpiry: requiresExpiry)
    }

    static let cnf: JSONValue = ["jwk": .object(RFC9901.holderKey)]

    @Test func `RFC 9901 5_1, as issued: all ten disclosures are processed`() async throws {
        let verified = try await Self.verifier().verify(RFC9901.issued, keyBinding: .absent, at: RFC9901.time)
        #expect(
            verified.payload.sorted
                == JSONValue.object([
                    "iss": "https://issuer.example.com", "iat": 1_683_000_000, "exp": 1_883_000_000, "sub": "user_42",
                    "given_name": "John", "family_name": "Doe", "email": "johndoe@example.com", "phone_number": "+1-202-555-0101",
                    "phone_number_verified": true,
                    "address": ["street_address": "123 Main St", "locality": "Anytown", "region": "Anystate", "country": "US"],
                    "birthdate": "1940-01-01", "updated_at": 1_570_000_000, "nationalities": ["US", "DE"], "cnf": Self.cnf,
                ]).sorted)
        #expect(verified.disclosed.count == 10)
        #expect(verified.holderKey == (try JWK(RFC9901.holderKey)))
        #expect(verified.issuedAt == 1_683_000_000 && verified.expiresAt == 1_883_000_000)
        #expect(verified.issuer == .key(id: nil) && verified.credentialType == nil)
        #expect(try CompactSDJWT(parsing: RFC9901.issued).serialized == RFC9901.issued)
    }

    @Test func `RFC 9901 5_2, as presented: four disclosures and the key binding verify`() async throws {
        let verified = try await Self.verifier().verify(RFC9901.presented, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        #expect(
            verified.payload.sorted
                == JSONValue.object([
                    "iss": "https://issuer.example.com", "iat": 1_683_000_000, "exp": 1_883_000_000, "sub": "user_42",
                    "nationalities": ["US"], "cnf": Self.cnf, "family_name": "Doe", "given_name": "John",
                    "address": ["street_address": "123 Main St", "locality": "Anytown", "region": "Anystate", "country": "US"],
                ]).sorted)
        #expect(try CompactSDJWT(parsing: RFC9901.presented).hash == "0_Af-2B-EhLWX5ydh_w2xzwmO6iM66B_2QCEanI4fUY")
        await expectRejection(.keyBindingUnexpected) {
            _ = try await Self.verifier().verify(RFC9901.presented, keyBinding: .absent, at: RFC9901.time)
        }
    }

    @Test func `presenting RFC 9901 5_1 gives the disclosures of 5_2`() throws {
        let issued = try CompactSDJWT(parsing: RFC9901.issued)
        let selected = try issued.disclosing([["given_name"], ["family_name"], ["address", "locality"], ["nationalities", 0]])
        #expect(Set(selected.disclosures) == Set(try CompactSDJWT(parsing: RFC9901.presented).disclosures))
        #expect(selected.keyBinding == nil)
    }

    @Test func `RFC 9901 4_2: the example digests match, and other JSON encodings of a disclosure are read as the same claim`() throws {
        let text = "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0"
        #expect(Base64URL.encode(try Disclosure(parsing: text).digest) == "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0")
        for text in [
            text, "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNXHUwMGY2Yml1cyJd",
            "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsImZhbWlseV9uYW1lIiwiTcO2Yml1cyJd",
            "WwoiXzI2YmM0TFQtYWM2cTJLSTZjQlc1ZXMiLAoiZmFtaWx5X25hbWUiLAoiTcO2Yml1cyIKXQ",
        ] {
            let disclosure = try Disclosure(parsing: text)
            #expect(disclosure.salt == "_26bc4LT-ac6q2KI6cBW5es" && disclosure.name == "family_name" && disclosure.value == "Möbius")
        }
        let element = try Disclosure(parsing: "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0")
        #expect(element.name == nil && element.value == "FR")
        #expect(Base64URL.encode(element.digest) == "w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs")
    }

    @Test func `RFC 9901 A_1: decoy digests are ignored`() async throws {
        let verified = try await Self.verifier().verify(RFC9901.structured, keyBinding: .absent, at: RFC9901.time)
        #expect(
            verified.payload == [
                "iss": "https://issuer.example.com", "iat": 1_683_000_000, "exp": 1_883_000_000,
                "address": ["region": "港区", "country": "JP"],
            ])
        #expect(verified.disclosed.map(\.path) == [["address", "region"], ["address", "country"]])
        await expectRejection(.keyBindingMissing) {
            _ = try await Self.verifier().verify(RFC9901.structured, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        }
    }

    @Test func `RFC 9901 A_2: a hidden element with hidden members can be disclosed`() async throws {
        let verified = try await Self.verifier().verify(RFC9901.complex, keyBinding: .absent, at: RFC9901.time)
        #expect(
            verified.payload.sorted
                == JSONValue.object([
                    "iss": "https://issuer.example.com", "iat": 1_683_000_000, "exp": 1_883_000_000,
                    "verified_claims": [
                        "verification": [
                            "trust_framework": "de_aml", "evidence": [["method": "pipp"]], "time": "2012-04-23T18:25Z",
                        ],
                        "claims": [
                            "given_name": "Max", "family_name": "Müller",
                            "address": [
                                "locality": "Maxstadt", "postal_code": "12344", "country": "DE", "street_address": "Weidenstraße 22",
                            ],
                        ],
                    ],
                ]).sorted)
    }

    @Test func `RFC 9901 A_3: a PID in SD-JWT VC format is read`() async throws {
        let verifier = try Self.verifier(.credential(types: ["urn:eudi:pid:de:1"]))
        let verified = try await verifier.verify(RFC9901.credential, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        #expect(verified.credentialType == "urn:eudi:pid:de:1")
        #expect(verified.payload["nationalities"] == ["DE"] && verified.payload["age_equal_or_over"] == ["18": true])
        #expect(verified.payload.count == 7)
        await expectRejection(.credentialType) {
            let verifier = try Self.verifier(.credential(types: ["urn:eudi:pid:nl:1"]))
            _ = try await verifier.verify(RFC9901.credential, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        }
    }

    @Test func `RFC 9901 A_4: a credential without exp is accepted if none is required`() async throws {
        let verified = try await Self.verifier(requiresExpiry: false)
            .verify(RFC9901.vaccination, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        #expect(verified.disclosed.count == 4 && verified.expiresAt == nil)
        await expectRejection(.claimMissing) {
            _ = try await Self.verifier().verify(RFC9901.vaccination, keyBinding: .required(RFC9901.binding), at: RFC9901.time)
        }
    }

    @Test func `a credential of the Python reference implementation is accepted, issued and presented`() async throws {
        let verifier = SDJWTVerifier(trust: .keys(["issuer-1": try JWK(PythonSample.issuerKey)]), kind: .credential(types: []))
        let issued = try await verifier.verify(PythonSample.issued, keyBinding: .absent, at: PythonSample.time)
        #expect(issued.payload["address"]?.sorted == ["country": "NL", "locality": "Den Haag"])
        #expect(issued.payload["nationalities"] == ["NL", "BE"] && issued.payload["given_name"] == "Zoë")

        let verified = try await verifier.verify(
            PythonSample.presented, keyBinding: .required(PythonSample.binding), at: PythonSample.time)
        #expect(verified.payload["address"] == ["country": "NL"] && verified.payload["nationalities"] == ["BE"])
        #expect(verified.payload["places"]?.sorted == [["city": "Ieper", "year": 1980], "Gent"])
        #expect(verified.payload["given_name"] == nil && verified.issuer == .key(id: "issuer-1"))
        #expect(verified.holderKey == (try JWK(PythonSample.holderKey)))

        let ours = try CompactSDJWT(parsing: PythonSample.issued).disclosing([["address", "country"], ["nationalities", 1], ["places"]])
        #expect(Set(ours.disclosures) == Set(try CompactSDJWT(parsing: PythonSample.presented).disclosures))
    }
}
