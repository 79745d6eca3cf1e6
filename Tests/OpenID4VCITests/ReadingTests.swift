// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

/// URLs, forms, header fields, PKCE and well-known URLs.
struct ReadingTests {
    @Test func `the verifier of RFC 7636 appendix B gives its challenge`() throws {
        let octets: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214, 191, 240, 91, 88, 5, 88,
            83,
            132, 141, 121,
        ]
        let verifier = CodeVerifier(random: octets)
        #expect(verifier.text == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test(arguments: [
        "", String(repeating: "a", count: 42), String(repeating: "a", count: 129), String(repeating: "a", count: 42) + "=",
        String(repeating: "a", count: 42) + " ", String(repeating: "a", count: 42) + "é", String(repeating: "a", count: 42) + "+",
    ])
    func `an invalid verifier is refused`(_ text: String) {
        #expect(throws: MalformedMessage.self) { try CodeVerifier(parsing: text) }
    }

    @Test(arguments: [
        ("https://issuer.example.com/tenant", "https://issuer.example.com/.well-known/openid-credential-issuer/tenant"),
        ("https://tenant.issuer.example.com", "https://tenant.issuer.example.com/.well-known/openid-credential-issuer"),
        ("https://a.example:8443/b/c", "https://a.example:8443/.well-known/openid-credential-issuer/b/c"),
    ])
    func `an issuer's metadata URL follows OpenID4VCI section 12.2.2`(_ pair: (String, String)) {
        #expect(CredentialIssuerMetadata.url(of: World.url(pair.0))?.text == pair.1)
    }

    @Test(arguments: [
        ("https://example.com", "https://example.com/.well-known/oauth-authorization-server"),
        ("https://example.com/", "https://example.com/.well-known/oauth-authorization-server"),
        ("https://example.com/issuer1", "https://example.com/.well-known/oauth-authorization-server/issuer1"),
        ("https://example.com/issuer1/", "https://example.com/.well-known/oauth-authorization-server/issuer1"),
    ])
    func `a server's metadata URL follows RFC 8414 section 3.1`(_ pair: (String, String)) {
        #expect(AuthorizationServerMetadata.url(of: World.url(pair.0))?.text == pair.1)
    }

    @Test(arguments: [
        "", "https://", "http://a.example", "HTTPS://a.example", "https:/a.example", "https://a.example#f", "https://a.example/#",
        "//a.example",
        "https://u@a.example", "https://u:p@a.example", "https://a.example:0", "https://a.example:65536", "https://a.example:080",
        "https://a.example:", "https://a.example:x", "https://a..example", "https://.example", "https://-a.example", "https://a-.example",
        "https://[::1]/", "https://a.example/%", "https://a.example/%4", "https://a.example/%zz", "https://a.example/a b",
        "https://a.example/é",
        "https://a.example/..", "https://a.example/b/../c", "https://a.example/%2E%2e/c", "https://a.example/./c", "https://a.example\\b",
        "https://a.example/\"", "https://a.example/<b>", "https://a.example?a b", "https://a_b.example", " https://a.example",
        "https://a.example\n", "javascript:alert(1)", "https://a.example/\u{202E}b", "https://\u{430}.example",
    ])
    func `a text that is not an acceptable https URL is refused`(_ text: String) {
        #expect(HTTPSURL(text) == nil)
    }

    @Test func `URLs are parsed and compared in normal form`() throws {
        let url = World.url("https://A.Example:443/%7eb/%2f?c=d?e")
        #expect(url.host == "A.Example" && url.port == 443 && url.path == "/%7eb/%2f" && url.query == "c=d?e")
        #expect(url.withoutQuery == "https://A.Example:443/%7eb/%2f")
        #expect(url.normalizedTarget == "https://a.example/~b/%2F")
        #expect(World.url("https://a.example").normalizedTarget == World.url("https://a.example/").normalizedTarget)
        #expect(World.url("https://a.example:8443").normalizedTarget == "https://a.example:8443/")
        #expect(HTTPSURL("https://a.example/" + String(repeating: "a", count: 2048)) == nil)
    }

    @Test func `a form with any values round-trips`() throws {
        let form = FormParameters([("a", "1 + 1 = 2 & more"), ("b", "é/\u{1F9F6}%41"), ("none", nil), ("empty", ""), ("c~d", "-._~")])
        #expect(form.encoded == "a=1%20%2B%201%20%3D%202%20%26%20more&b=%C3%A9%2F%F0%9F%A7%B6%2541&c~d=-._~")
        #expect(try FormParameters(parsing: Array(form.encoded.utf8)) == form)
        let read = try FormParameters(parsing: Array("a=1+2&b=&c&=".utf8.dropLast(2)))
        #expect(read["a"] == "1 2" && read["b"] == nil && read["c"] == nil)
    }

    @Test(arguments: [
        "a=1&a=1", "a=1&a=2", "a=1&a=", "a&a", "a=1&%61=2", "a=%", "a=%4", "a=%gg", "a=%ff", "a=%C3", "=1", "a=%00%", "a=1&=",
        (0..<65).map { "p\($0)=1" }.joined(separator: "&"), "a=" + String(repeating: "b", count: 64 * 1024),
    ])
    func `a form with duplicates, broken escapes or too much input is refused`(_ text: String) {
        #expect(throws: MalformedMessage.self, "\(text.prefix(20))") { try FormParameters(parsing: Array(text.utf8)) }
    }

    @Test func `a duplicate header field is refused where one value is expected, in upper or lower case`() throws {
        let fields = HeaderFields([.init("dpop", "a"), .init("DPoP", "b"), .init("X", "c")])
        #expect(fields.values("DPOP") == ["a", "b"])
        #expect(try fields.single("x") == "c" && fields.single("y") == nil)
        #expect(throws: MalformedMessage.self) { try fields.single("DPoP") }
    }
}
