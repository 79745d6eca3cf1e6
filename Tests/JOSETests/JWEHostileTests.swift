// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

/// Texts that are not a JWE, and JWEs that must not open.
struct JWEHostileTests {
    typealias Example = OpenID4VPExample

    struct Case: Sendable, CustomTestStringConvertible {
        let text: String
        let code: JOSEError.Code
        var testDescription: String { "\(code) \(text.prefix(60))" }

        init(_ text: String, _ code: JOSEError.Code) { (self.text, self.code) = (text, code) }

        /// The example of the standard under another header.
        init(header: String, _ code: JOSEError.Code) {
            self.init("\(Base64URL.encode(header.utf8))..\(Example.nonce).\(Example.ciphertext).\(Example.tag)", code)
        }
    }

    static let parts: [Case] = [
        "", ".", "....", ".....", "a", "\(Example.header)..\(Example.nonce).\(Example.ciphertext)", "\(Example.token).",
        "\(Example.token).\(Example.tag)", ".\(Example.token)", ".\(Example.nonce).\(Example.ciphertext).\(Example.tag).",
        "..\(Example.nonce).\(Example.ciphertext).\(Example.tag)",
        "\(Example.header).AA.\(Example.nonce).\(Example.ciphertext).\(Example.tag)",
        "\(Example.header)...\(Example.ciphertext).\(Example.tag)", "\(Example.header)..\(Example.nonce).\(Example.ciphertext).",
        "\(Example.header)..\(Example.nonce)..", "\(Example.header)..\(Example.tag).\(Example.ciphertext).\(Example.nonce)",
        #"{"protected":"\#(Example.header)","iv":"\#(Example.nonce)","ciphertext":"\#(Example.ciphertext)","tag":"\#(Example.tag)"}"#,
        RFC7515.token, Example.token.replacing(".", with: "\u{2024}"),
    ].map { Case($0, .notCompactJWE) }

    static let alphabet: [Case] = [
        " \(Example.token)", "\(Example.token) ", "\(Example.token)\n", "\(Example.token)==", "\(Example.token)\0",
        "\(Example.header)=..\(Example.nonce).\(Example.ciphertext).\(Example.tag)",
        "\(Example.header)..\(Example.nonce). \(Example.ciphertext).\(Example.tag)", Example.token.replacing("_", with: "/"),
        // The last bits of the tag are not zero: another text of the same bytes.
        "\(Example.token.dropLast())R", "\(Example.header)..\(Example.nonce).a.\(Example.tag)",
    ].map { Case($0, .notBase64URL) }

    static let headers: [Case] = [
        "null", "[]", "1", " ", "{", "{}{}", #"{"alg":"ECDH-ES","enc":"A128GCM"}x"#, #"{"alg":"ECDH-ES","alg":"ECDH-ES"}"#,
        #"{"alg":"none","\u0061lg":"ECDH-ES"}"#, #"{"alg":"ECDH-ES",}"#, "\u{FEFF}{\"alg\":\"ECDH-ES\"}",
        String(repeating: #"{"a":"#, count: 33) + "1" + String(repeating: "}", count: 33),
    ].map { Case(header: $0, .unacceptableHeader) }

    @Test(arguments: parts + alphabet + headers)
    func `a text that is not a compact JWE is refused`(example: Case) {
        #expect(throws: JOSEError(example.code, "")) { try CompactJWE(parsing: example.text) }
    }

    struct Member: Sendable, CustomTestStringConvertible {
        let name: String
        let value: JSONValue
        let code: JOSEError.Code
        var testDescription: String { "\(code) \(name): \(value)" }

        init(_ name: String, _ value: JSONValue, _ code: JOSEError.Code) { (self.name, self.value, self.code) = (name, value, code) }
    }

    static func members(_ name: String, _ values: [JSONValue], _ code: JOSEError.Code) -> [Member] {
        values.map { Member(name, $0, code) }
    }

    static let algorithms: [[Member]] = [
        members(
            "alg",
            ["ECDH-ES+A128KW", "ECDH-ES+A256KW", "ECDH-1PU", "dir", "RSA-OAEP", "A128KW", "ecdh-es", "ECDH-ES ", "none", "", nil, 1],
            .unacceptableAlgorithm),
        members(
            "enc", ["A192GCM", "A128CBC-HS256", "A256CBC-HS512", "a128gcm", "A128GCM ", "none", "", nil, 128, ["A128GCM"]],
            .unacceptableAlgorithm),
    ]

    static let others: [[Member]] = [
        members("zip", ["DEF", "GZIP", "", nil, false], .compressed),
        members("crit", [["zip"], ["exp"], [], nil], .unacceptableHeader),
        members(
            "kid", ["", " ", "k 1", "é", "k\0", nil, 1, ["k1"], .string(String(repeating: "k", count: 257))], .unacceptableHeader),
        members("apu", ["A", "AA==", "A/", "AB", nil, 1], .unacceptableHeader),
        members("apv", ["A", "AA==", "A/", "AB", nil, 1], .unacceptableHeader),
    ]

    @Test(arguments: Array((algorithms + others).joined()))
    func `a header that is not acceptable is refused before a key is used, though its tag is right`(member: Member) throws {
        let forge = JWEForge()
        let text = try forge.text(forge.with(member.name, member.value))
        #expect(throws: JOSEError(member.code, "")) { try CompactJWE(parsing: text) }
    }

    @Test(arguments: ["alg", "enc"]) func `a header without alg or enc is refused`(name: String) throws {
        let forge = JWEForge()
        let text = try forge.text(forge.without(name))
        #expect(throws: JOSEError(.unacceptableAlgorithm, "")) { try CompactJWE(parsing: text) }
    }

    @Test func `zip is refused before every other member and every other part`() {
        let header = Base64URL.encode(Array(#"{"zip":"DEF","alg":"none","crit":["zip"],"kid":1}"#.utf8))
        for rest in ["...", "AA...", "!.!.!.!", ".\(Example.nonce).\(Example.ciphertext).\(Example.tag)"] {
            #expect(throws: JOSEError(.compressed, "")) { try CompactJWE(parsing: "\(header).\(rest)") }
        }
    }

    @Test(arguments: [1, 8, 11, 13, 16]) func `a nonce that is not 12 bytes is refused`(size: Int) throws {
        let forge = JWEForge()
        let text = try forge.text(header: forge.header.encode(), nonceBytes: size)
        #expect(throws: JOSEError(.notCompactJWE, "")) { try CompactJWE(parsing: text) }
    }

    @Test(arguments: 0..<16) func `a right tag that was cut off is refused`(size: Int) throws {
        let forge = JWEForge()
        let text = try forge.text(header: forge.header.encode(), tagBytes: size)
        #expect(throws: JOSEError(.notCompactJWE, "")) { try CompactJWE(parsing: text) }
    }

    @Test func `a tag of 17 bytes is refused`() throws {
        let forge = JWEForge()
        let jwe = try CompactJWE(parsing: forge.text(forge.header))
        let text = jwe.replacing(4, with: Base64URL.encode(try jwe.bytes(4) + [0]))
        #expect(throws: JOSEError(.notCompactJWE, "")) { try CompactJWE(parsing: text) }
    }

    @Test func `an encrypted key is refused, though nothing else is wrong`() throws {
        let forge = JWEForge()
        let text = try forge.text(header: forge.header.encode(), encryptedKey: Base64URL.encode([UInt8](repeating: 1, count: 24)))
        #expect(throws: JOSEError(.notCompactJWE, "")) { try CompactJWE(parsing: text) }
    }

    // MARK: Opening

    @Test func `one changed bit of nonce, ciphertext or tag does not open`() throws {
        let key = try Example.key()
        let jwe = try CompactJWE(parsing: Example.token)
        for part in 2...4 {
            let bytes = try jwe.bytes(part)
            for bit in 0..<bytes.count * 8 {
                var changed = bytes
                changed[bit / 8] ^= 1 << (bit % 8)
                let read = try CompactJWE(parsing: jwe.replacing(part, with: Base64URL.encode(changed)))
                #expect(throws: JOSEError(.notDecrypted, ""), "part \(part), bit \(bit)") { try read.open(with: key) }
            }
        }
    }

    @Test func `one changed bit of the header is refused or does not open`() throws {
        let key = try Example.key()
        let jwe = try CompactJWE(parsing: Example.token)
        let bytes = try jwe.bytes(0)
        var readable = 0
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << (index % 8)
            let text = jwe.replacing(0, with: Base64URL.encode(changed))
            guard let read = try? CompactJWE(parsing: text) else { continue }
            readable += 1
            #expect(throws: JOSEError(.notDecrypted, ""), "byte \(index)") { try read.open(with: key) }
        }
        #expect(readable > 50)
    }

    @Test func `a ciphertext that is longer, shorter or empty does not open`() throws {
        let jwe = try CompactJWE(parsing: Example.token)
        let bytes = try jwe.bytes(3)
        for changed in [bytes + [0], Array(bytes.dropLast()), Array(bytes.dropFirst()), [], bytes + bytes] {
            let read = try CompactJWE(parsing: jwe.replacing(3, with: Base64URL.encode(changed)))
            #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: Example.key()) }
        }
    }

    static let points: [Member] = [
        Member("epk", nil, .notDecrypted), Member("epk", "EC", .notDecrypted), Member("epk", [:], .notDecrypted),
        Member("epk", .array([.object(RFC7518.ephemeralKey)]), .notDecrypted),
        Member("epk", ["kty": "EC", "crv": "P-256", "x": JWKTests.x, "y": JWKTests.x], .notDecrypted),
        Member("epk", ["kty": "EC", "crv": "P-256", "x": JWKTests.zero, "y": JWKTests.zero], .notDecrypted),
        Member("epk", ["kty": "OKP", "crv": "X25519", "x": JWKTests.x], .notDecrypted),
        Member(
            "epk",
            [
                "kty": "EC", "crv": "P-384", "x": .string(String(repeating: "A", count: 64)),
                "y": .string(String(repeating: "A", count: 64)),
            ], .notDecrypted),
        // Another party's public key.
        Member("epk", .object(RFC7518.bobsKey), .notDecrypted),
    ]

    @Test(arguments: points) func `an epk that is not the sender's public key on P-256 does not open`(member: Member) throws {
        let forge = JWEForge()
        let read = try CompactJWE(parsing: forge.text(forge.with("epk", member.value)))
        #expect(throws: JOSEError(member.code, "")) { try read.open(with: forge.key) }
    }

    /// (3, 4) lies on y² = x³ − 3x + b for another b than P-256's, and three times this point is infinity. A library that does not check
    /// the curve agrees on x = 3 unless 3 divides the private number, so a sender learns whether it does. Other points tell the rest.
    @Test func `a JWE sealed to the secret that a point of another curve leads to does not open`() throws {
        let epk: JSONObject = [
            "kty": "EC", "crv": "P-256", "x": .string(Base64URL.encode(Self.number(3))), "y": .string(Base64URL.encode(Self.number(4))),
        ]
        // 3 divides neither private number.
        let keys = [
            try EncryptionPrivateKey(rawRepresentation: Base64URL.decode(RFC7518.bobsNumber), keyID: "k1"), try Example.key(id: "k1"),
        ]
        for key in keys {
            let forge = JWEForge(key: key)
            #expect(try CompactJWE(parsing: forge.text(forge.header)).open(with: key) == JWEForge.plaintext)
            let read = try CompactJWE(parsing: forge.text(header: forge.with("epk", .object(epk)).encode(), secret: Self.number(3)))
            #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: key) }
        }
    }

    /// A small number as a coordinate, 32 bytes.
    private static func number(_ number: UInt8) -> [UInt8] { [UInt8](repeating: 0, count: 31) + [number] }

    @Test(arguments: ["kid", "use", "alg", "x5c"]) func `other members of an epk are ignored`(name: String) throws {
        let forge = JWEForge()
        var epk = try forge.epk
        epk.append(name, "AA")
        let read = try CompactJWE(parsing: forge.text(forge.with("epk", .object(epk))))
        #expect(try read.open(with: forge.key) == JWEForge.plaintext)
    }

    @Test func `an epk with a private key does not open, though its tag is right`() throws {
        let forge = JWEForge()
        var epk = try forge.epk
        epk.append("d", "AA")
        let read = try CompactJWE(parsing: forge.text(forge.with("epk", .object(epk))))
        #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: forge.key) }
    }

    @Test func `a JWE without epk does not open`() throws {
        let forge = JWEForge()
        let read = try CompactJWE(parsing: forge.text(forge.without("epk")))
        #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: forge.key) }
    }

    @Test func `a foreign kid or none does not open, though key and tag are right`() throws {
        let forge = JWEForge()
        for header in [try forge.with("kid", "k2"), try forge.with("kid", "K1"), try forge.without("kid")] {
            let read = try CompactJWE(parsing: forge.text(header))
            #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: forge.key) }
        }
    }

    @Test func `another key with the same kid does not open`() throws {
        let jwe = try CompactJWE.seal([1], to: EncryptionPrivateKey(keyID: "k1").publicKey, with: .a128GCM)
        #expect(throws: JOSEError(.notDecrypted, "")) { try jwe.open(with: EncryptionPrivateKey(keyID: "k1")) }
    }

    @Test(arguments: ["apu", "apv", "enc"]) func `a right tag does not help if the key was derived for other values`(name: String) throws {
        let forge = JWEForge()
        let read = try CompactJWE(parsing: forge.text(forge.with(name, name == "enc" ? "A256GCM" : "AA")))
        #expect(throws: JOSEError(.notDecrypted, "")) { try read.open(with: forge.key) }
    }

    @Test func `parts of two JWEs for the same key are not mixed`() throws {
        let key = EncryptionPrivateKey(keyID: nil)
        let first = try CompactJWE.seal([1, 2, 3], to: key.publicKey, with: .a128GCM)
        let second = try CompactJWE.seal([4, 5, 6], to: key.publicKey, with: .a128GCM)
        for part in [0, 2, 3, 4] {
            let mixed = try CompactJWE(parsing: first.replacing(part, with: Base64URL.encode(second.bytes(part))))
            #expect(throws: JOSEError(.notDecrypted, ""), "part \(part)") { try mixed.open(with: key) }
        }
    }

    @Test func `every JWE that does not open gives the same text, so that a sender learns nothing`() throws {
        let forge = JWEForge()
        let good = try CompactJWE(parsing: forge.text(forge.header))
        var tag = try good.bytes(4)
        tag[0] ^= 1
        let texts = [
            good.replacing(4, with: Base64URL.encode(tag)), try forge.text(forge.with("kid", "k2")), try forge.text(forge.without("epk")),
            try forge.text(forge.with("epk", .object(RFC7518.bobsKey))),
        ]
        let reasons = try texts.map { text -> String? in
            let jwe = try CompactJWE(parsing: text)
            let error = #expect(throws: JOSEError.self) { try jwe.open(with: forge.key) }
            return error?.description
        }
        #expect(reasons.count == 4)
        #expect(Set(reasons) == [JOSEError(.notDecrypted, "key, kid, epk or tag does not fit").description])
    }

    @Test(arguments: ["", "k 1", "é", String(repeating: "k", count: 257)])
    func `nothing is sealed to a key whose kid no reader accepts`(keyID: String) {
        let key = EncryptionPrivateKey(keyID: keyID).publicKey
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try CompactJWE.seal([1], to: key, with: .a128GCM) }
    }
}
