// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import Testing

/// F-J3: the header's members.
struct JWTHeaderTests {
    @Test func `a header with and without kid is written and read`() throws {
        let plain = JWTHeader(type: "wallet-instruction+jwt")
        #expect(String(decoding: plain.json.encode(), as: UTF8.self) == #"{"alg":"ES256","typ":"wallet-instruction+jwt"}"#)
        #expect(try JWTHeader(plain.json) == plain)
        let named = JWTHeader(type: "wallet-certificate+jwt", keyID: "certificate-1")
        #expect(
            String(decoding: named.json.encode(), as: UTF8.self) == #"{"alg":"ES256","typ":"wallet-certificate+jwt","kid":"certificate-1"}"#
        )
        #expect(try JWTHeader(named.json) == named)
        #expect(plain != JWTHeader(type: "wallet-instruction+jwt", keyID: "1"))
    }

    @Test func `the members of a JWT header may come in any order`() throws {
        #expect(try JWTHeader(["kid": "k", "typ": "t", "alg": "ES256"]) == JWTHeader(type: "t", keyID: "k"))
    }

    @Test(
        arguments: [
            nil, "none", "None", "NONE", "nOnE", "", "HS256", "ES384", "ES512", "RS256", "PS256", "EdDSA", "ES256K", "es256", "ES256 ",
            "ES256\0", ["ES256"],
            [:], 256, true,
        ] as [JSONValue])
    func `a header with an algorithm other than ES256 is refused`(algorithm: JSONValue) {
        #expect(throws: JOSEError(.unacceptableAlgorithm, "")) { try JWTHeader(["alg": algorithm, "typ": "test+jwt"]) }
    }

    @Test func `a header without algorithm is refused`() {
        #expect(throws: JOSEError(.unacceptableAlgorithm, "")) { try JWTHeader(["typ": "test+jwt"]) }
        #expect(throws: JOSEError(.unacceptableAlgorithm, "")) { try JWTHeader(["ALG": "ES256", "typ": "test+jwt"]) }
        #expect(throws: JOSEError(.unacceptableAlgorithm, "")) { try JWTHeader([:]) }
    }

    @Test(arguments: [
        "crit", "b64", "zip", "jwk", "jku", "x5c", "x5u", "x5t", "x5t#S256", "cty", "enc", "epk", "nonce", "iss", "url", "Kid", "KID", "",
        "\u{212A}id",
    ])
    func `a header with any additional member is refused, whatever its value`(name: String) {
        for value: JSONValue in [nil, false, "text", ["exp"], [:], 1] {
            #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256", "typ": "test+jwt", name: value]) }
            #expect(throws: JOSEError(.unacceptableHeader, "")) {
                try JWTHeader(["alg": "ES256", "typ": "test+jwt", "kid": "1", name: value])
            }
        }
    }

    @Test(
        arguments: [
            nil, 1, true, ["test+jwt"], [:], "", "a b", "a\n", "\0", "t\u{E9}st", "\u{202E}jwt",
            .string(String(repeating: "a", count: 257)),
        ] as [JSONValue])
    func `a typ or kid that is not plain text is refused`(value: JSONValue) {
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256", "typ": value]) }
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256", "typ": "test+jwt", "kid": value]) }
    }

    @Test func `a header without typ is refused`() {
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256"]) }
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256", "kid": "1"]) }
    }

    @Test(arguments: ["' OR 1=1 --", "x'; DROP TABLE keys; --", "key\u{0}id", "..\\ .."])
    func `a kid with spaces or control characters is refused`(keyID: String) {
        #expect(throws: JOSEError(.unacceptableHeader, "")) { try JWTHeader(["alg": "ES256", "typ": "test+jwt", "kid": .string(keyID)]) }
    }

    @Test(arguments: [
        "../../etc/passwd", "file:///dev/null", "'OR'1'='1", "%2e%2e%2f", "did:web:example.com#1", String(repeating: "k", count: 256),
    ])
    func `a kid that looks like a path or SQL stays an opaque text`(keyID: String) throws {
        #expect(try JWTHeader(["alg": "ES256", "typ": "test+jwt", "kid": .string(keyID)]).keyID == keyID)
    }

    @Test(arguments: ["JWT", "TEST+JWT", "test+jwt2", "application/test+jwt"])
    func `a header with a different typ does not equal the expected header`(type: String) throws {
        #expect(try JWTHeader(["alg": "ES256", "typ": .string(type)]) != JWTHeader(type: "test+jwt"))
    }
}
