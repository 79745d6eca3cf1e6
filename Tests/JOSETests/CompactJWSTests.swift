// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import Testing

struct CompactJWSTests {
    static let header = JWTHeader(type: "test+jwt").json

    @Test func `the example of RFC 7515 A3 verifies`() throws {
        let jws = try CompactJWS(parsing: RFC7515.token)
        #expect(jws.header == ["alg": "ES256"])
        #expect(jws.payload == Array("{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}".utf8))
        #expect(jws.signature.count == 64)
        #expect(jws.signingInput == Array("\(RFC7515.header).\(RFC7515.payload)".utf8))
        #expect(jws.serialized == RFC7515.token)
        #expect(jws.isSigned(by: try RFC7515.privateKey.publicKey))
    }

    @Test func `the signed bytes are kept as received`() throws {
        // Whitespace and another order of members: re-encoding would change these bytes.
        let input = Base64URL.encode("{ \"typ\" : \"test+jwt\",\n\"alg\":\"ES\\u003256\" }".utf8) + "." + Base64URL.encode("x".utf8)
        let key = try RFC7515.privateKey
        let signature = try key.signature(for: Array(input.utf8))
        let text = input + "." + Base64URL.encode(signature.rawRepresentation)
        let jws = try CompactJWS(parsing: text)
        #expect(jws.isSigned(by: key.publicKey))
        #expect(jws.serialized == text)
        #expect(CompactJWS.signingInput(header: jws.header, payload: jws.payload) != jws.signingInput)
    }

    @Test func `a signed JWS round-trips through its text`() throws {
        let key = try RFC7515.privateKey
        let jws = try CompactJWS.sign(header: Self.header, payload: Array("{}".utf8), with: key)
        #expect(jws.isSigned(by: key.publicKey))
        let back = try CompactJWS(parsing: jws.serialized)
        #expect(back == jws)
        #expect(Set([back, jws]).count == 1)
        #expect(back.isSigned(by: key.publicKey))
        #expect(try CompactJWS(parsing: Substring(jws.serialized)) == jws)
    }

    @Test func `a JWS can be built from a signature made elsewhere`() throws {
        let key = try RFC7515.privateKey
        let input = CompactJWS.signingInput(header: Self.header, payload: [1, 2, 3])
        #expect(input == Array("eyJhbGciOiJFUzI1NiIsInR5cCI6InRlc3Qrand0In0.AQID".utf8))
        let jws = try CompactJWS(header: Self.header, payload: [1, 2, 3], signature: Array(key.signature(for: input).rawRepresentation))
        #expect(jws.isSigned(by: key.publicKey))
        #expect(jws.signingInput == input)
    }

    @Test func `a JWS without a payload or with a signature of a wrong length is not built`() throws {
        for length in [0, 1, 63, 65, 70, 72, 96, 128] {
            #expect(throws: JOSEError(.signatureLength, "")) {
                try CompactJWS(header: Self.header, payload: [1], signature: [UInt8](repeating: 1, count: length))
            }
        }
        #expect(throws: JOSEError(.notCompactJWS, "")) {
            try CompactJWS(header: Self.header, payload: [], signature: [UInt8](repeating: 1, count: 64))
        }
        #expect(throws: JOSEError(.notCompactJWS, "")) {
            try CompactJWS.sign(header: Self.header, payload: [], with: try RFC7515.privateKey)
        }
    }

    @Test func `a JWS does not verify with a different key`() throws {
        #expect(try !CompactJWS(parsing: RFC7515.token).isSigned(by: P256.Signing.PrivateKey().publicKey))
    }

    @Test func `a JWS with any bit changed does not verify`() throws {
        let key = try RFC7515.privateKey.publicKey
        let jws = try CompactJWS(parsing: RFC7515.token)
        for bit in stride(from: 0, to: 64 * 8, by: 5) {
            var signature = jws.signature
            signature[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !CompactJWS(header: jws.header, payload: jws.payload, signature: signature).isSigned(by: key))
        }
        for bit in stride(from: 0, to: jws.payload.count * 8, by: 13) {
            var payload = jws.payload
            payload[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try !CompactJWS(header: jws.header, payload: payload, signature: jws.signature).isSigned(by: key))
        }
        #expect(try !CompactJWS(header: Self.header, payload: jws.payload, signature: jws.signature).isSigned(by: key))
    }

    @Test func `a text over the limit is refused`() throws {
        #expect(throws: JOSEError(.tooLarge, "")) { try CompactJWS(parsing: RFC7515.token, maximumBytes: RFC7515.token.utf8.count - 1) }
        #expect(throws: Never.self) { try CompactJWS(parsing: RFC7515.token, maximumBytes: RFC7515.token.utf8.count) }
        let long = "\(RFC7515.header).\(String(repeating: "A", count: 64 * 1024)).\(RFC7515.signature)"
        #expect(throws: JOSEError(.tooLarge, "")) { try CompactJWS(parsing: long) }
        #expect(throws: JOSEError(.tooLarge, "")) { try CompactJWS(parsing: String(repeating: ".", count: 1_000_000)) }
    }
}
