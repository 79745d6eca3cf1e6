// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import JSON
import Testing

// snippet.verify
/// The claims of a JWS that this key has signed; nil if another key signed it, or if it is of another type.
func claims(of text: String, signedBy key: P256.Signing.PublicKey) throws -> JSONObject? {
    let jws = try CompactJWS(parsing: text)
    guard try JWTHeader(jws.header).type == "example+jwt", jws.isSigned(by: key) else { return nil }
    return try JSONObject(parsing: jws.payload, limits: JSONLimits(maximumBytes: 4096))
}
// snippet.end

struct JOSEUse {
    @Test func `a JWS with an external signature verifies`() async throws {
        let key = P256.Signing.PrivateKey()
        // snippet.sign
        let header = JWTHeader(type: "example+jwt", keyID: JWK(key.publicKey).thumbprint).json
        let signed: JSONObject = ["sub": "someone", "exp": 1_800_000_000, "roles": ["reader", nil]]
        let text = try await CompactJWS.signed(header: header, payload: signed.encode()) {
            Array(try key.signature(for: $0).rawRepresentation)
        }.serialized
        // snippet.end

        let read = try #require(try claims(of: text, signedBy: key.publicKey))
        #expect(read == signed)
        #expect(read["exp"] == 1_800_000_000)
        #expect(try claims(of: text, signedBy: P256.Signing.PrivateKey().publicKey) == nil)
    }

    @Test func `what is sealed to a key opens with its private key only`() throws {
        // snippet.seal
        // The receiver sends `receiver.publicKey.json`; the sender seals to it.
        let receiver = EncryptionPrivateKey(keyID: "1")
        let key = try #require(EncryptionKey(usable: receiver.publicKey.json))
        let text = try CompactJWE.seal(Array("an answer".utf8), to: key, with: .a256GCM).serialized
        let answer = try CompactJWE(parsing: text).open(with: receiver)
        // snippet.end

        #expect(answer == Array("an answer".utf8))
        let error = #expect(throws: JOSEError.self) { try CompactJWE(parsing: text).open(with: EncryptionPrivateKey(keyID: "1")) }
        #expect(error?.code == .notDecrypted)
    }

    @Test func `a JWK round-trips, and a refused signature has a code`() throws {
        let jwk = JWK(P256.Signing.PrivateKey().publicKey)
        #expect(try JWK(forVerifying: jwk.json) == jwk)
        let error = #expect(throws: JOSEError.self) { try CompactJWS(parsing: "e30.e30.ab=") }
        #expect(error?.code == .notBase64URL)
    }
}
