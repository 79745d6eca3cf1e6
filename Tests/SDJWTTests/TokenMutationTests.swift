// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import SDJWT
import Testing

/// Errors in form, header, signature and claims of the issuer's JWT (F-J6, F-J3).
struct TokenMutationTests {
    static let form: [ForgeryCase] = [
        ForgeryCase(.malformed, "an empty text") { $0.changeText = { $0 = "" } },
        ForgeryCase(.malformed, "only tildes") { $0.changeText = { $0 = "~~~" } },
        ForgeryCase(.malformed, "one tilde") { $0.changeText = { $0 = "~" } },
        ForgeryCase(.malformed, "a JWT without tilde") { $0.changeText = { $0 = String($0.prefix { $0 != "~" }) } },
        ForgeryCase(.malformed, "an empty disclosure") { $0.disclosures.append("") },
        ForgeryCase(.malformed, "a tilde in front") { $0.changeText = { $0 = "~" + $0 } },
        ForgeryCase(.malformed, "a space in front") { $0.changeText = { $0 = " " + $0 } },
        ForgeryCase(.keyBindingMalformed, "the trailing tilde missing") { $0.changeText = { _ = $0.removeLast() } },
        ForgeryCase(.keyBindingMalformed, "a line break at the end") { $0.changeText = { $0 += "\n" } },
        ForgeryCase(.malformed, "an encrypted token") { $0.changeText = { $0 = "a.b.c.d.e~" } },
        ForgeryCase(.malformed, "JSON serialisation") {
            $0.changeText = { $0 = #"{"payload":"a","signature":"b"}~"# }
        },
        ForgeryCase(.malformed, "an empty payload object's bytes cut") { $0.payloadBytes = Array("{".utf8) },
        ForgeryCase(.malformed, "a payload that is an array") {
            $0.payloadBytes = Array("[]".utf8); $0.disclosures = []
        },
        ForgeryCase(.malformed, "a payload that is null") { $0.payloadBytes = Array("null".utf8) },
        ForgeryCase(.malformed, "a doubled claim") { $0.payloadBytes = Array(#"{"exp":1,"\u0065xp":9999999999}"#.utf8) },
        ForgeryCase(.malformed, "no UTF-8") { $0.payloadBytes = [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D] },
        ForgeryCase(.malformed, "compressed") { $0.payloadBytes = [0xAB, 0x56, 0x4A, 0xAD, 0x28, 0x00, 0x00] },
    ]

    static let header: [ForgeryCase] =
        ([nil, "none", "None", "NONE", "", "HS256", "RS256", "ES384", "es256", "EdDSA", ["ES256"], 256] as [JSONValue]).map { value in
            ForgeryCase(.algorithm, "alg \(value)") { $0.header.set("alg", value) }
        }
        + (["vc+sd-jwt", "DC+SD-JWT", "JWT", "kb+jwt", "application/dc+sd-jwt", "dc+sd-jwt2"] as [JSONValue]).map { value in
            ForgeryCase(.type, "typ \(value)") { $0.header.set("typ", value) }
        }
        + ([nil, "", 1, ["dc+sd-jwt"], "dc+sd-jwt ", "dc+sd-\u{212A}wt"] as [JSONValue]).map { value in
            ForgeryCase(.header, "typ \(value)") { $0.header.set("typ", value) }
        }
        + ["crit", "b64", "zip", "jwk", "jku", "x5u"].map { name in
            ForgeryCase(.header, "a header with \(name)") { $0.header.set(name, ["exp"]) }
        } + [
            ForgeryCase(.algorithm, "no alg") { _ = $0.header.remove("alg") },
            ForgeryCase(.header, "no typ") { _ = $0.header.remove("typ") },
            ForgeryCase(.header, "a kid that is a number") { $0.header.set("kid", 1) },
            ForgeryCase(.header, "a header that is no object") { $0.changeText = { $0 = "bnVsbA." + $0.drop { $0 != "." }.dropFirst() } },
            ForgeryCase(.signature, "signed by another key") { $0.key = P256.Signing.PrivateKey() },
            ForgeryCase(.signature, "signed by the holder") { $0.key = Sample.holderKey },
            ForgeryCase(.signature, "another token's payload") {
                $0.changeText = { text in
                    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
                    text = "\(parts[0]).\(Base64URL.encode(Sample.all.encode())).\(parts[2])"
                }
            },
            ForgeryCase(.signature, "a signature of 63 bytes") {
                $0.changeText = { text in
                    let parts = text.split(separator: "~", omittingEmptySubsequences: false)
                    text = parts[0].prefix { $0 != "." } + ".e30." + Base64URL.encode([UInt8](repeating: 1, count: 63)) + "~"
                }
            },
            ForgeryCase(.signature, "a signature of zeros") {
                $0.changeText = { text in
                    text = text.prefix { $0 != "." } + ".e30." + Base64URL.encode([UInt8](repeating: 0, count: 64)) + "~"
                }
            },
        ]

    static let claims: [ForgeryCase] =
        ["iat", "nbf", "exp"].flatMap { name in
            ([
                "1800000000", nil, -1, .decimal(-0.5), .decimal(1e300), 9_007_199_254_740_992, .decimal(9_007_199_254_740_992), true, [1],
                [:],
            ] as [JSONValue]).map { value in
                ForgeryCase(.claimMalformed, "\(name) \(value)") { $0.payload.set(name, value) }
            }
        } + [
            ForgeryCase(.claimMissing, "no vct") { _ = $0.payload.remove("vct") },
            ForgeryCase(.claimMissing, "no exp") { _ = $0.payload.remove("exp") },
            ForgeryCase(.claimMalformed, "vct null") { $0.payload.set("vct", nil) },
            ForgeryCase(.claimMalformed, "vct empty") { $0.payload.set("vct", "") },
            ForgeryCase(.claimMalformed, "vct an array") { $0.payload.set("vct", [.string(Sample.vct)]) },
            ForgeryCase(.claimMalformed, "iss a number") { $0.payload.set("iss", 1) },
            ForgeryCase(.claimMalformed, "aud a number") { $0.payload.set("aud", 1) },
            ForgeryCase(.claimMalformed, "aud null") { $0.payload.set("aud", nil) },
            ForgeryCase(.claimMalformed, "aud with a number") { $0.payload.set("aud", ["x", 1]) },
            ForgeryCase(.credentialType, "another vct") { $0.payload.set("vct", "urn:eudi:pid:de:1") },
            ForgeryCase(.credentialType, "vct in capitals") { $0.payload.set("vct", .string(Sample.vct.uppercased())) },
            ForgeryCase(.audience, "a foreign aud") { $0.payload.set("aud", "https://other.example") },
            ForgeryCase(.audience, "no aud at all in it") { $0.payload.set("aud", []) },
            ForgeryCase(.issuedInFuture, "iat beyond the leeway") { $0.payload.set("iat", .integer(Sample.now + 61)) },
            ForgeryCase(.notYetValid, "nbf beyond the leeway") { $0.payload.set("nbf", .integer(Sample.now + 61)) },
            ForgeryCase(.expired, "exp passed with the leeway") { $0.payload.set("exp", .integer(Sample.now - 60)) },
            ForgeryCase(.expired, "exp in 1970") { $0.payload.set("exp", 0) },
            ForgeryCase(.holderKey, "cnf null") { $0.payload.set("cnf", nil) },
            ForgeryCase(.holderKey, "cnf a text") { $0.payload.set("cnf", "key") },
            ForgeryCase(.holderKey, "jwk null") { $0.payload.set("cnf", ["jwk": nil]) },
            ForgeryCase(.holderKey, "jwk a private key") {
                $0.payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("d", "AA"))])
            },
            ForgeryCase(.holderKey, "jwk on another curve") {
                $0.payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("crv", "P-384"))])
            },
            ForgeryCase(.holderKey, "jwk not on the curve") {
                $0.payload.set(
                    "cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("x", .string(String(repeating: "A", count: 43))))])
            },
            ForgeryCase(.holderKey, "jwk for encryption") {
                $0.payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("use", "enc"))])
            },
            ForgeryCase(.holderKey, "jwk for another algorithm") {
                $0.payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("alg", "ES384"))])
            },
            ForgeryCase(.holderKey, "jwk that does not verify") {
                $0.payload.set("cnf", ["jwk": .object(JWK(Sample.holderKey.publicKey).json.with("key_ops", ["sign"]))])
            },
            ForgeryCase(.holderKey, "jwk a symmetric key") { $0.payload.set("cnf", ["jwk": ["kty": "oct", "k": "AA"]]) },
        ]

    @Test(arguments: form + header + claims)
    func `a mutated token is refused with the right reason`(example: ForgeryCase) async throws {
        await expectRejection(example.reason, "\(example.name)") {
            _ = try await Sample.verifier.verify(example.text(), keyBinding: .absent, at: Sample.time)
        }
    }

    @Test func `times are accepted within the leeway`() async throws {
        for (name, value) in [("iat", 60), ("nbf", 60), ("exp", -59), ("iat", -1_800_000_000), ("exp", 9_007_199_254_740_991 - Sample.now)]
        {
            var forgery = Forgery()
            forgery.payload.set(name, .integer(Sample.now + value))
            let text = try forgery.text()
            await #expect(throws: Never.self, "\(name) \(value)") {
                _ = try await Sample.verifier.verify(text, keyBinding: .absent, at: Sample.time)
            }
            await expectRejection(name == "exp" ? .expired : name == "iat" ? .issuedInFuture : .notYetValid, "\(name) \(value)") {
                guard abs(value) <= 60 else { throw SDJWTRejection(name == "exp" ? .expired : .issuedInFuture) }
                let strict = SDJWTVerifier(trust: Sample.verifier.trust, kind: .credential(types: []), leeway: -5)
                _ = try await strict.verify(text, keyBinding: .absent, at: Sample.time)
            }
        }
    }

    @Test func `iss is compared if an issuer is expected`() async throws {
        func verify(_ issuer: String, _ change: (inout Forgery) -> Void = { _ in }) async throws {
            var forgery = Forgery()
            change(&forgery)
            let verifier = SDJWTVerifier(trust: Sample.verifier.trust, kind: Sample.verifier.kind, issuer: issuer)
            _ = try await verifier.verify(forgery.text(), keyBinding: .absent, at: Sample.time)
        }
        try await verify("https://issuer.example")
        await expectRejection(.issuer) { try await verify("https://issuer.example/") }
        await expectRejection(.claimMissing) { try await verify("https://issuer.example") { _ = $0.payload.remove("iss") } }
    }

    @Test func `the aud of a credential must contain this verifier`() async throws {
        let verifier = SDJWTVerifier(trust: Sample.verifier.trust, kind: Sample.verifier.kind, audience: "https://verifier.example")
        for (audience, isAccepted) in [
            ("https://verifier.example", true), (["x", "https://verifier.example"], true), ("https://verifier.exampl\u{E9}", false),
            (["https://VERIFIER.example"], false), ([["https://verifier.example"]], false),
        ] as [(JSONValue, Bool)] {
            var forgery = Forgery()
            forgery.payload.set("aud", audience)
            let verified = try? await verifier.verify(forgery.text(), keyBinding: .absent, at: Sample.time)
            #expect((verified != nil) == isAccepted, "\(audience)")
        }
    }

    @Test func `harmless members of the header and the key are ignored`() async throws {
        var forgery = Forgery()
        forgery.header.append("x5t#S256", "AA")
        forgery.header.append("cty", "json")
        let key = JWK(Sample.holderKey.publicKey)
        let written = key.json.with("kid", "1").with("use", "sig").with("alg", "ES256").with("ext", true)
        forgery.payload.set("cnf", ["jwk": .object(written), "other": 1])
        let verified = try await Sample.verifier.verify(forgery.text(), keyBinding: .absent, at: Sample.time)
        #expect(verified.holderKey == key)
    }

    @Test func `only kid selects the key, and the token cannot supply one`() async throws {
        let attacker = P256.Signing.PrivateKey()
        let trust = IssuerTrust.keys(["issuer-1": JWK(Sample.issuerKey.publicKey), "issuer-2": JWK(attacker.publicKey)])
        let verifier = SDJWTVerifier(trust: trust, kind: Sample.verifier.kind)
        func verify(_ change: (inout Forgery) -> Void) async throws -> VerifiedSDJWT {
            var forgery = Forgery()
            change(&forgery)
            return try await verifier.verify(forgery.text(), keyBinding: .absent, at: Sample.time)
        }
        #expect(try await verify { $0.header.append("kid", "issuer-1") }.issuer == .key(id: "issuer-1"))
        await expectRejection(.unknownKey) { _ = try await verify { _ in } }
        for id in ["issuer-3", "ISSUER-1", "../issuer-1", "'OR'1'='1"] {
            await expectRejection(.unknownKey) { _ = try await verify { $0.header.append("kid", .string(id)) } }
        }
        await expectRejection(.signature) { _ = try await verify { $0.header.append("kid", "issuer-2") } }
        await expectRejection(.signature) {
            _ = try await verify {
                $0.header.append("kid", "issuer-1")
                $0.key = attacker
            }
        }
    }
}
