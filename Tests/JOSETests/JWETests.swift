// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

struct JWETests {
    @Test func `the encrypted answer of OpenID4VP opens`() throws {
        let jwe = try CompactJWE(parsing: OpenID4VPExample.token)
        #expect(jwe.keyID == "ac")
        #expect(jwe.header["enc"] == "A128GCM")
        #expect(jwe.serialized == OpenID4VPExample.token)
        #expect(try jwe.open(with: OpenID4VPExample.key()) == Array(OpenID4VPExample.answer.utf8))
        #expect(try EncryptionKey(usable: OpenID4VPExample.publicKey) == OpenID4VPExample.key().publicKey)
    }

    @Test func `the content key is the one of RFC 7518 appendix C`() throws {
        let bob = EncryptionKey(try JWK(RFC7518.bobsKey), keyID: nil)
        let plaintext = Array("the key is right if another opens this".utf8)
        let jwe = try CompactJWE.seal(
            plaintext, to: bob, with: .a128GCM, ephemeral: RFC7518.ephemeral, nonce: AES.GCM.Nonce(), apu: RFC7518.apu, apv: RFC7518.apv)
        #expect(
            jwe.header == [
                "alg": "ECDH-ES", "enc": "A128GCM", "epk": .object(RFC7518.ephemeralKey), "apu": "QWxpY2U", "apv": "Qm9i",
            ])
        let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: jwe.bytes(2)), ciphertext: jwe.bytes(3), tag: jwe.bytes(4))
        let derived = SymmetricKey(data: try Base64URL.decode(RFC7518.derivedKey))
        let first = jwe.serialized.prefix { $0 != "." }
        #expect(try Array(AES.GCM.open(box, using: derived, authenticating: Array(first.utf8))) == plaintext)

        let bobsKey = try EncryptionPrivateKey(rawRepresentation: Base64URL.decode(RFC7518.bobsNumber), keyID: nil)
        #expect(bobsKey.publicKey == bob)
        #expect(try CompactJWE(parsing: jwe.serialized).open(with: bobsKey) == plaintext)
    }

    @Test(arguments: ContentEncryption.allCases, [0, 1, 15, 16, 17, 100_000])
    func `what is sealed to a key opens with it, and its text reads as it was written`(method: ContentEncryption, size: Int) throws {
        let plaintext = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
        for keyID in ["k1", nil] {
            let key = EncryptionPrivateKey(keyID: keyID)
            let jwe = try CompactJWE.seal(plaintext, to: key.publicKey, with: method)
            #expect(jwe.keyID == keyID)
            #expect(try jwe.open(with: key) == plaintext)
            let read = try CompactJWE(parsing: jwe.serialized)
            #expect(read == jwe)
            #expect(Set([read, jwe]).count == 1)
            #expect(read.header == jwe.header)
            #expect(try read.open(with: key) == plaintext)
            #expect(try CompactJWE(parsing: Substring(jwe.serialized)).open(with: key) == plaintext)
        }
    }

    @Test(arguments: ContentEncryption.allCases, [0, 1, 2, 3, 4, 5, 15, 16, 17, 1000, 100_001])
    func `the size of a JWE is known before anything is encrypted`(method: ContentEncryption, count: Int) throws {
        for keyID in [nil, "k", "k\"1\\", String(repeating: "k", count: JWTHeader.maximumLength)] {
            let key = EncryptionPrivateKey(keyID: keyID).publicKey
            let jwe = try CompactJWE.seal([UInt8](repeating: 7, count: count), to: key, with: method)
            #expect(try CompactJWE.size(sealing: count, to: key, with: method) == jwe.serialized.utf8.count)
        }
    }

    @Test(arguments: ["", "k 1", "k\u{E9}", String(repeating: "k", count: JWTHeader.maximumLength + 1)])
    func `a key that is not sealed to gives no size either`(keyID: String) throws {
        let key = EncryptionKey(EncryptionPrivateKey(keyID: nil).publicKey.key, keyID: keyID)
        for method in ContentEncryption.allCases {
            #expect(throws: JOSEError.self) { try CompactJWE.seal([1], to: key, with: method) }
            #expect(throws: JOSEError.self) { try CompactJWE.size(sealing: 1, to: key, with: method) }
        }
    }

    @Test func `a header has the members of the standard and nothing of the plaintext`() throws {
        let key = EncryptionPrivateKey(keyID: "k1")
        let header = try CompactJWE.seal([1], to: key.publicKey, with: .a256GCM).header
        #expect(header.members.map { $0.name } == ["alg", "enc", "kid", "epk"])
        #expect(header["alg"] == "ECDH-ES")
        #expect(header["enc"] == "A256GCM")
        guard case .object(let epk)? = header["epk"] else {
            Issue.record("no epk")
            return
        }
        #expect(epk.members.map { $0.name } == ["kty", "crv", "x", "y"])
        #expect(try JWK(epk) != key.publicKey.key)
    }

    @Test func `no two JWEs of the same bytes share key, nonce or ciphertext`() throws {
        let key = EncryptionPrivateKey(keyID: nil)
        let sealed = try (0..<20).map { _ in try CompactJWE.seal(Array("{}".utf8), to: key.publicKey, with: .a128GCM) }
        #expect(Set(sealed).count == 20)
        #expect(Set(sealed.map(\.header)).count == 20)
        #expect(try Set(sealed.map { try $0.bytes(2) }).count == 20)
    }

    @Test(arguments: [nil, [], Array("wallet".utf8)] as [[UInt8]?], [nil, [], [0xFF, 0, 1]] as [[UInt8]?])
    func `apu and apv are part of the key derivation`(apu: [UInt8]?, apv: [UInt8]?) throws {
        let key = EncryptionPrivateKey(keyID: nil)
        let ephemeral = P256.KeyAgreement.PrivateKey()
        let nonce = AES.GCM.Nonce()
        let jwe = try CompactJWE.seal(
            [1, 2, 3], to: key.publicKey, with: .a128GCM, ephemeral: ephemeral, nonce: nonce, apu: apu, apv: apv)
        let plain = try CompactJWE.seal(
            [1, 2, 3], to: key.publicKey, with: .a128GCM, ephemeral: ephemeral, nonce: nonce, apu: nil, apv: nil)
        #expect(jwe.header.has("apu") == (apu != nil))
        #expect(jwe.header.has("apv") == (apv != nil))
        #expect(try CompactJWE(parsing: jwe.serialized).open(with: key) == [1, 2, 3])
        // The same key gives the same ciphertext; an absent and an empty value are the same (RFC 7518 §4.6.2).
        let isSameKey = apu ?? [] == [] && apv ?? [] == []
        #expect(try (jwe.bytes(3) == plain.bytes(3)) == isSameKey)
    }

    @Test func `a JWE made apart from the module opens`() throws {
        let forge = JWEForge()
        #expect(try CompactJWE(parsing: forge.text(forge.header)).open(with: forge.key) == JWEForge.plaintext)
        let long = try forge.text(header: forge.with("enc", "A256GCM").encode(), enc: "A256GCM", keyBytes: 32)
        #expect(try CompactJWE(parsing: long).open(with: forge.key) == JWEForge.plaintext)
        let parties = try forge.text(header: forge.with("apv", "Qm9i").encode(), apv: Array("Bob".utf8))
        #expect(try CompactJWE(parsing: parties).open(with: forge.key) == JWEForge.plaintext)
        // The length of a value needs more than one byte.
        let value = [UInt8](repeating: 7, count: 300)
        for name in ["apu", "apv"] {
            let header = try forge.with(name, .string(Base64URL.encode(value))).encode()
            let text = try forge.text(header: header, apu: name == "apu" ? value : [], apv: name == "apv" ? value : [])
            #expect(try CompactJWE(parsing: text).open(with: forge.key) == JWEForge.plaintext, "\(name)")
        }
    }

    @Test func `the header is authenticated as received, not as it would be written`() throws {
        let forge = JWEForge()
        let members = try forge.header.members.reversed().map { name, value in
            "\"\(name)\" : \(String(decoding: value.encode(), as: UTF8.self))"
        }
        let written = Array("{ \(members.joined(separator: ",\n ")) }".utf8)
        let jwe = try CompactJWE(parsing: forge.text(header: written))
        #expect(jwe.header.encode() != written)
        #expect(try jwe.open(with: forge.key) == JWEForge.plaintext)
        #expect(try CompactJWE(parsing: jwe.serialized) == jwe)
        let rewritten = try CompactJWE(parsing: jwe.replacing(0, with: Base64URL.encode(jwe.header.encode())))
        #expect(throws: JOSEError(.notDecrypted, "")) { try rewritten.open(with: forge.key) }
    }

    @Test func `unknown members of the header are ignored`() throws {
        let forge = JWEForge()
        for name in ["typ", "cty", "jwk", "jku", "x5c", "x5u", "iss", "p2c", "https://example.org/x"] {
            let text = try forge.text(forge.with(name, ["unread": true]))
            #expect(try CompactJWE(parsing: text).open(with: forge.key) == JWEForge.plaintext, "\(name)")
        }
    }

    @Test func `a key without kid opens a JWE with any kid`() throws {
        #expect(try CompactJWE(parsing: OpenID4VPExample.token).open(with: OpenID4VPExample.key(id: nil)).count == 61)
    }

    @Test func `a text of exactly the maximum is read, one byte more is not`() throws {
        let size = OpenID4VPExample.token.utf8.count
        #expect(try CompactJWE(parsing: OpenID4VPExample.token, maximumBytes: size).keyID == "ac")
        #expect(throws: JOSEError(.tooLarge, "")) { try CompactJWE(parsing: OpenID4VPExample.token, maximumBytes: size - 1) }
        let large = String(repeating: "A", count: CompactJWE.maximumBytes)
        #expect(throws: JOSEError(.notCompactJWE, "")) { try CompactJWE(parsing: large) }
        #expect(throws: JOSEError(.tooLarge, "")) { try CompactJWE(parsing: large + "A") }
    }
}
