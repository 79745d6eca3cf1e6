// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

/// F-J3: texts that are not a compact JWS, and signatures that must not be accepted.
struct HostileJWSTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: JOSEError.Code
        var testDescription: String { "\(code) \(text.prefix(60))" }

        init(_ text: String, _ code: JOSEError.Code) {
            self.text = text
            self.code = code
        }

        /// A token with this header and the payload and signature of RFC 7515 A.3.
        init(header: String, _ code: JOSEError.Code) {
            self.init("\(Base64URL.encode(header.utf8)).\(RFC7515.payload).\(RFC7515.signature)", code)
        }

        /// A token with these bytes as its signature.
        init(signature: [UInt8]) {
            self.init("\(RFC7515.header).\(RFC7515.payload).\(Base64URL.encode(signature))", .signatureLength)
        }
    }

    static let parts: [Case] = [
        "", ".", "..", "...", "....", "a", "a.b", "\(RFC7515.header).\(RFC7515.payload)", "\(RFC7515.header).\(RFC7515.payload).",
        ".\(RFC7515.payload).\(RFC7515.signature)", "\(RFC7515.header)..\(RFC7515.signature)", "\(RFC7515.token).", ".\(RFC7515.token)",
        "\(RFC7515.token).\(RFC7515.signature)", "\(RFC7515.token).a.b", "\(RFC7515.header).\(RFC7515.payload)..\(RFC7515.signature)",
        #"{"payload":"\#(RFC7515.payload)","protected":"\#(RFC7515.header)","signature":"\#(RFC7515.signature)"}"#,
        #"{"payload":"\#(RFC7515.payload)","signatures":[{"protected":"\#(RFC7515.header)","signature":"\#(RFC7515.signature)"}]}"#,
        RFC7515.token.replacing(".", with: "\u{2024}"),
    ].map { Case($0, .notCompactJWS) }

    static let alphabet: [Case] = [
        " \(RFC7515.token)", "\(RFC7515.token) ", "\(RFC7515.token)\n", "\(RFC7515.token)=", "\(RFC7515.token)==",
        "\(RFC7515.header)=.\(RFC7515.payload).\(RFC7515.signature)", "\(RFC7515.header).\(RFC7515.payload)=.\(RFC7515.signature)",
        "\(RFC7515.header). \(RFC7515.payload).\(RFC7515.signature)", RFC7515.token.replacing("-", with: "+"),
        "\(RFC7515.token.dropLast())R", "\u{FEFF}\(RFC7515.token)", "Bearer \(RFC7515.token)", "\(RFC7515.token)\0", "\(RFC7515.token)~",
        "\(RFC7515.header).a.\(RFC7515.signature)",
    ].map { Case($0, .notBase64URL) }

    static let headers: [Case] = [
        "null", "[]", "\"ES256\"", "1", " ", "{", "{}{}", #"{"alg":"ES256"}x"#, #"{"alg":"ES256","alg":"ES256"}"#,
        #"{"alg":"none","\u0061lg":"ES256"}"#,
        #"{"alg":"ES256",}"#, "\u{FEFF}{\"alg\":\"ES256\"}", "{'alg':'ES256'}", "{\"alg\":\"ES256\"}\0",
        String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33),
    ].map { Case(header: $0, .unacceptableHeader) }

    static let lengths: [Case] = [1, 32, 48, 63, 65, 70, 71, 72, 96, 128, 132].map { Case(signature: [UInt8](repeating: 1, count: $0)) }

    @Test(arguments: parts + alphabet + headers + lengths)
    func `a text that is not a compact ES256 JWS is refused`(example: Case) {
        #expect(throws: JOSEError(example.code, "")) { try CompactJWS(parsing: example.text) }
    }

    @Test func `signatures of other algorithms and in DER are refused for their length`() throws {
        let key = try RFC7515.privateKey
        let input = CompactJWS.signingInput(header: CompactJWSTests.header, payload: [1])
        let der = Array(try key.signature(for: input).derRepresentation)
        let p384 = Array(try P384.Signing.PrivateKey().signature(for: input).rawRepresentation)
        let mac = Array(HMAC<SHA256>.authenticationCode(for: input, using: SymmetricKey(data: key.publicKey.x963Representation)))
        for signature in [der, p384, mac] {
            let text = String(decoding: input, as: UTF8.self) + "." + Base64URL.encode(signature)
            #expect(throws: JOSEError(.signatureLength, "")) { try CompactJWS(parsing: text) }
        }
    }

    /// Headers that do not have exactly ES256.
    static let badHeaders: [JSONObject] = [
        [:], ["alg": "none"], ["alg": "None"], ["alg": "NONE"], ["alg": ""], ["alg": nil], ["alg": ["ES256"]], ["alg": "HS256"],
        ["alg": "ES384"],
        ["alg": "es256"], ["alg": "ES256K"], ["alg": "ES256 "], ["Alg": "ES256"], ["alg": "EdDSA"], ["alg": "RS256"], ["alg": 256],
        ["alg": "ES256", "crit": ["b64"], "b64": false], ["alg": "ES256", "crit": ["exp"]], ["alg": "ES256", "crit": []],
        ["alg": "ES256", "crit": nil],
    ]

    @Test(arguments: badHeaders)
    func `a valid signature under a header without ES256 or with crit is not accepted`(header: JSONObject) throws {
        let key = try RFC7515.privateKey
        let jws = try CompactJWS.sign(header: header, payload: [1], with: key)
        #expect(key.publicKey.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: jws.signature), for: jws.signingInput))
        #expect(!jws.isSigned(by: key.publicKey))
        #expect(try !CompactJWS(parsing: jws.serialized).isSigned(by: key.publicKey))
    }

    @Test(arguments: ["jwk", "jku", "x5u", "x5c"])
    func `a key offered in the header is never used`(name: String) throws {
        let attacker = P256.Signing.PrivateKey()
        let header: JSONObject = ["alg": "ES256", name: .object(JWK(attacker.publicKey).json)]
        let jws = try CompactJWS.sign(header: header, payload: [1], with: attacker)
        #expect(!jws.isSigned(by: try RFC7515.privateKey.publicKey))
    }

    /// The order n of P-256 and numbers near it, as 32 bytes.
    static let scalars: [String: [UInt8]] = {
        let order: [UInt8] = [
            0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xBC, 0xE6, 0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
        ]
        return [
            "0": [UInt8](repeating: 0, count: 32), "n": order, "n + 1": order.dropLast() + [0x52], "n - 1": order.dropLast() + [0x50],
            "2^256 - 1": [UInt8](repeating: 0xFF, count: 32), "1": [UInt8](repeating: 0, count: 31) + [1],
        ]
    }()

    @Test(arguments: scalars.keys.sorted(), scalars.keys.sorted())
    func `r and s at the edges of their range do not verify`(r: String, s: String) throws {
        let signature = try #require(Self.scalars[r]) + (try #require(Self.scalars[s]))
        let genuine = try CompactJWS(parsing: RFC7515.token)
        let key = try RFC7515.privateKey.publicKey
        #expect(try !CompactJWS(header: genuine.header, payload: genuine.payload, signature: signature).isSigned(by: key))
        let halves = [genuine.signature.prefix(32) + signature.suffix(32), signature.prefix(32) + genuine.signature.suffix(32)]
        for half in halves.map(Array.init) {
            #expect(try !CompactJWS(header: genuine.header, payload: genuine.payload, signature: half).isSigned(by: key))
        }
    }

    /// Keys for which a very small r or s is valid; the same number plus n fits into 32 bytes and must be refused.
    struct Edge: Sendable {
        let x: JSONValue
        let y: JSONValue
        let genuine: String
        let raised: String
    }

    @Test(arguments: [
        Edge(
            x: "CzIbm7A4JQtwEXVTuTpurHNiW4uV1c52P-YqhRxyNBs", y: "woPUwp6aFftXKVfHtX9R6lniJ8_vztUbRRYkx4u1A5w",
            genuine: "fPJ7GI0DT36KUjgDBLUaw8CJaeJ38hs1pgtI_EdmmXgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQ",
            raised: "fPJ7GI0DT36KUjgDBLUaw8CJaeJ38hs1pgtI_EdmmXj_____AAAAAP__________vOb6racXnoTzucrC_GMlUg"),
        Edge(
            x: "_2Cs2KaHUFHwUl94OhKMffgMeV7kkETktbWEjFEfPa4", y: "Qaspq29cLt15-YwWJedw0RE_bJ3UChZcvAuXqELCWLU",
            genuine: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQ",
            raised: "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQ"),
    ])
    func `a signature number that equals the valid number only modulo n does not verify`(edge: Edge) throws {
        let key = try JWK(["kty": "EC", "crv": "P-256", "x": edge.x, "y": edge.y]).publicKey
        let input = "eyJhbGciOiJFUzI1NiIsInR5cCI6InRlc3Qrand0In0.e30"
        #expect(try CompactJWS(parsing: "\(input).\(edge.genuine)").isSigned(by: key))
        #expect(try !CompactJWS(parsing: "\(input).\(edge.raised)").isSigned(by: key))
    }
}
