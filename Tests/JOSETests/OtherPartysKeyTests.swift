// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import Testing

/// Keys written by other parties (RFC 7517 §4).
struct OtherPartysKeyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let value: JSONValue
        var testDescription: String { "\(name): \(value)" }
        var key: JSONObject {
            var key = JWKTests.rfc
            key.append(name, value)
            return key
        }

        init(_ name: String, _ value: JSONValue) { (self.name, self.value) = (name, value) }
    }

    static let accepted = [
        Case("ext", true), Case("iat", 1_700_000_000), Case("https://example.org/x", ["a": [1]]), Case("x5t", "AA"), Case("exp", nil),
        Case("kid", "1"), Case("use", "sig"), Case("alg", "ES256"), Case("key_ops", ["verify"]), Case("key_ops", ["sign", "verify"]),
        Case("key_ops", ["verify", "https://example.org/x"]),
    ]
    static let refused = [
        Case("use", "enc"), Case("use", "SIG"), Case("use", ["sig"]), Case("use", nil), Case("alg", "ES384"), Case("alg", "ECDH-ES"),
        Case("alg", "es256"), Case("alg", nil), Case("key_ops", []), Case("key_ops", ["sign"]), Case("key_ops", ["deriveKey"]),
        Case("key_ops", "verify"), Case("key_ops", ["verify", "verify"]), Case("key_ops", ["verify", 1]), Case("key_ops", nil),
        Case("d", "jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"), Case("d", nil),
    ]

    @Test(arguments: accepted) func `another party's key may have unknown members and members that allow verifying`(example: Case) throws {
        #expect(try JWK(forVerifying: example.key) == JWK(JWKTests.rfc))
    }

    @Test(arguments: refused) func `a key for another use or a private key is refused`(example: Case) {
        #expect(throws: JOSEError(.unacceptableKey, "")) { try JWK(forVerifying: example.key) }
    }

    @Test func `a key exported by WebCrypto is accepted`() throws {
        let text =
            #"{"crv":"P-256","ext":true,"key_ops":["verify"],"kty":"EC","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
            + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
        #expect(try JWK(forVerifying: JSONObject(parsing: Array(text.utf8))) == JWK(JWKTests.rfc))
    }

    @Test func `a key of another party with a duplicate member is refused, whether the member is known or unknown`() {
        for name in ["ext", "x", "use"] {
            let text = #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA","use":"sig","\#(name)":"a","\#(name)":"a"}"#
            #expect(throws: JSONError.self) { try JSONObject(parsing: Array(text.utf8)) }
        }
    }

    @Test(arguments: JWKTests.refused.filter { !$0.testDescription.hasPrefix("member") })
    func `anything but a P-256 key is refused as another party's key`(example: JWKTests.Case) {
        #expect(throws: JOSEError(.unacceptableKey, "")) { try JWK(forVerifying: example.object) }
    }
}
