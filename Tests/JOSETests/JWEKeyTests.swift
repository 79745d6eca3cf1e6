// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

/// Keys to which a wallet seals its answer (OpenID4VP 1.0 §8.3).
struct JWEKeyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let object: JSONObject

        /// The key of the example with one member set, or removed if the value is absent.
        init(_ name: String, _ value: JSONValue?) {
            var object = OpenID4VPExample.publicKey
            if let value { object.set(name, value) } else { _ = object.remove(name) }
            self.object = object
            testDescription = "\(name): \(value.map { "\($0)" } ?? "absent")"
        }
    }

    static let usable = [
        Case("use", nil as JSONValue?), Case("use", "enc"), Case("key_ops", ["deriveKey"]), Case("key_ops", ["deriveBits"]),
        Case("key_ops", ["deriveKey", "deriveBits", "https://example.org/x"]), Case("kid", nil as JSONValue?),
        Case("kid", .string(String(repeating: "k", count: 256))), Case("kid", "!~"), Case("x5t", "AA"), Case("exp", .null),
        Case("ext", true), Case("https://example.org/x", [:]),
    ]

    static let unusable = [
        Case("kty", "RSA"), Case("kty", nil as JSONValue?), Case("crv", "P-384"), Case("crv", "secp256k1"), Case("crv", nil as JSONValue?),
        Case("alg", nil as JSONValue?), Case("alg", .null), Case("alg", "ECDH-ES+A128KW"), Case("alg", "ecdh-es"), Case("alg", "ES256"),
        Case("alg", ["ECDH-ES"]), Case("use", "sig"), Case("use", "ENC"), Case("use", .null), Case("use", ["enc"]),
        Case("key_ops", []), Case("key_ops", ["encrypt"]), Case("key_ops", "deriveKey"), Case("key_ops", ["deriveKey", "deriveKey"]),
        Case("key_ops", ["deriveKey", 1]), Case("key_ops", .null), Case("d", "Et-3ce0omz8_TuZ96Df9lp0GAaaDoUnDe6X-CRO7Aww"),
        Case("d", .null), Case("x", nil as JSONValue?), Case("y", nil as JSONValue?), Case("x", "AA"), Case("x", JWKTests.x),
        Case("kid", ""), Case("kid", "a b"), Case("kid", "é"), Case("kid", 1), Case("kid", .null),
        Case("kid", .string(String(repeating: "k", count: 257))),
    ]

    @Test(arguments: usable) func `a public key for ECDH-ES is usable, with any unknown member`(example: Case) throws {
        let key = try #require(EncryptionKey(usable: example.object))
        #expect(try key.key == OpenID4VPExample.key().publicKey.key)
        if case .string(let kid)? = example.object["kid"] { #expect(key.keyID == kid) } else { #expect(key.keyID == nil) }
        #expect(EncryptionKey(usable: key.json) == key)
        // What a reader accepts can also be sealed to.
        #expect(try CompactJWE.seal([1], to: key, with: .a128GCM).keyID == key.keyID)
    }

    @Test(arguments: unusable) func `nothing is sealed to any other key`(example: Case) {
        #expect(EncryptionKey(usable: example.object) == nil)
    }

    @Test func `a key is written with use, alg and kid`() throws {
        let key = try #require(EncryptionKey(usable: OpenID4VPExample.publicKey))
        #expect(key.json.members.map { $0.name } == ["kty", "crv", "x", "y", "use", "alg", "kid"])
        #expect(Set(key.json.members.map { $0.name }) == Set(OpenID4VPExample.publicKey.members.map { $0.name }))
        for member in key.json.members { #expect(OpenID4VPExample.publicKey[member.name] == member.value) }
        #expect(!EncryptionKey(key.key, keyID: nil).json.has("kid"))
    }

    @Test func `the thumbprint is the one of RFC 7638, whatever the key's other members`() throws {
        let key = try #require(EncryptionKey(usable: OpenID4VPExample.publicKey))
        let text =
            #"{"crv":"P-256","kty":"EC","x":"YO4epjifD-KWeq1sL2tNmm36BhXnkJ0He-WqMYrp9Fk","#
            + #""y":"Hekpm0zfK7C-YccH5iBjcIXgf6YdUvNUac_0At55Okk"}"#
        #expect(key.thumbprint == Array(SHA256.hash(data: Array(text.utf8))))
        #expect(Base64URL.encode(key.thumbprint) == key.key.thumbprint)
        #expect(EncryptionKey(key.key, keyID: "other").thumbprint == key.thumbprint)
    }

    @Test func `a private key is the same after it was stored`() throws {
        let key = EncryptionPrivateKey(keyID: "k1")
        #expect(key.rawRepresentation.count == 32)
        let stored = try EncryptionPrivateKey(rawRepresentation: key.rawRepresentation, keyID: "k1")
        #expect(stored.publicKey == key.publicKey)
        #expect(try CompactJWE.seal([1, 2], to: key.publicKey, with: .a256GCM).open(with: stored) == [1, 2])
        #expect(EncryptionPrivateKey(keyID: "k1").publicKey != key.publicKey)
    }

    @Test func `bytes that are not a private number of P-256 are refused`() {
        let number = [UInt8](repeating: 1, count: 32)
        let refused: [[UInt8]] = [
            [], [1], Array(number.dropLast()), number + [1], [UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xFF, count: 32),
            HostileJWSTests.scalars["n"] ?? [],
        ]
        for bytes in refused {
            #expect(throws: JOSEError(.unacceptableKey, "")) { try EncryptionPrivateKey(rawRepresentation: bytes, keyID: nil) }
        }
    }
}
