// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import PythonRun
import TestEnvironment
import Testing

/// PyPI joserfc and jwcrypto open this module's JWEs, this module opens theirs, and all three refuse the same forgeries.
struct JWEJudgeTests {
    private struct Judged: Decodable {
        /// For each text the plaintext in base64url as joserfc and jwcrypto read it; nil if refused.
        let sealed: [[String?]]
        let refused: [[String?]]
        /// JWEs of both libraries.
        let made: [String]
    }

    @Test func `our code and two Python libraries open each other's JWEs and refuse the same forgeries`() async throws {
        let key = EncryptionPrivateKey(keyID: "k1")
        let plaintext = Array(#"{"vp_token":{"pid":["é"]}}"#.utf8)
        let sealed = try Self.sealed(plaintext, to: key.publicKey)
        let refused = try Self.refused(plaintext, key)

        var jwk = key.publicKey.json
        jwk.append("d", .string(Base64URL.encode(key.rawRepresentation)))
        let task: JSONObject = [
            "key": .object(jwk), "plaintext": .string(Base64URL.encode(plaintext)),
            "methods": .array(ContentEncryption.allCases.map { .string($0.rawValue) }), "sealed": .array(sealed.map { .string($0) }),
            "refused": .array(refused.map { .string($0) }),
        ]
        let directory = try TemporaryDirectory()
        try directory.write(task.encode(), to: "jwe.json")
        let run = try await PythonRun("JOSETests/Python/jwe_judge.py", [directory.url.path])
        try #require(run.status == 0, "\(run.output)")
        let judged = try JSONDecoder().decode(Judged.self, from: Data(directory.bytes("judged.json")))

        let readings = [Base64URL.encode(plaintext), Base64URL.encode(plaintext)]
        #expect(judged.sealed.count == sealed.count)
        for (text, verdicts) in zip(sealed, judged.sealed) { #expect(verdicts == readings, "\(text)") }

        #expect(judged.refused.count == refused.count)
        for (text, verdicts) in zip(refused, judged.refused) {
            #expect(verdicts == [nil, nil], "\(text)")
            #expect(throws: JOSEError.self, "\(text)") { try CompactJWE(parsing: text).open(with: key) }
        }

        #expect(judged.made.count == 2 * 4 * ContentEncryption.allCases.count)
        for text in judged.made { #expect(try CompactJWE(parsing: text).open(with: key) == plaintext, "\(text)") }
    }

    /// Each content encryption with and without `apu` and `apv`.
    private static func sealed(_ plaintext: [UInt8], to key: EncryptionKey) throws -> [String] {
        let names: [[UInt8]?] = [nil, Array("Alice".utf8)]
        return try ContentEncryption.allCases.flatMap { method -> [String] in
            let parties = try names.map { apu in
                try CompactJWE.seal(
                    plaintext, to: key, with: method, ephemeral: P256.KeyAgreement.PrivateKey(), nonce: AES.GCM.Nonce(), apu: apu,
                    apv: apu.map { _ in Array("Bob".utf8) })
            }
            return (parties + [try CompactJWE.seal(plaintext, to: key, with: method)]).map(\.serialized)
        }
    }

    /// A JWE with a change in each part, and one for another key.
    private static func refused(_ plaintext: [UInt8], _ key: EncryptionPrivateKey) throws -> [String] {
        let jwe = try CompactJWE.seal(plaintext, to: key.publicKey, with: .a128GCM)
        var texts = [try CompactJWE.seal(plaintext, to: EncryptionPrivateKey(keyID: "k1").publicKey, with: .a128GCM).serialized]
        for part in 2...4 {
            var bytes = try jwe.bytes(part)
            bytes[0] ^= 1
            texts.append(jwe.replacing(part, with: Base64URL.encode(bytes)))
        }
        texts.append(jwe.replacing(4, with: Base64URL.encode(try jwe.bytes(4).prefix(12))))
        texts.append(jwe.replacing(1, with: "AAAA"))
        texts.append(jwe.serialized + ".AA")
        let members: [(String, JSONValue)] = [
            ("epk", nil), ("epk", .object(RFC7518.ephemeralKey)),
            ("epk", ["kty": "EC", "crv": "P-256", "x": JWKTests.x, "y": JWKTests.x]), ("alg", "ECDH-ES+A128KW"), ("alg", "none"),
            ("enc", "A256GCM"), ("enc", "A192GCM"), ("apu", "AA"), ("apv", "AA"), ("crit", ["exp"]), ("typ", "JWE"),
        ]
        for (name, value) in members {
            var header = jwe.header
            header.set(name, value)
            texts.append(jwe.replacing(0, with: Base64URL.encode(header.encode())))
        }
        return texts
    }
}
