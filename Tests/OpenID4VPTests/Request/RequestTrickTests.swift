// SPDX-License-Identifier: EUPL-1.2

import JSON
import OpenID4VP
import Testing

/// Requests that two readers might read differently: case, look-alike characters, addresses, members twice.
struct RequestTrickTests {
    private func refused(
        _ changes: [String: JSONValue?], identity: VerifierIdentity = RequestMaker.identity, clientID: String = RequestMaker.hashedID
    ) -> RequestRefusal? {
        #expect(throws: RequestRefusal.self) {
            try PresentationRequest(
                claims: RequestMaker.changed(RequestMaker.claims(clientID: clientID), changes), now: RequestMaker.now, identity: identity,
                walletNonce: nil)
        }
    }

    private static func identity(_ names: String...) -> VerifierIdentity {
        VerifierIdentity(
            tradeName: nil, legalName: nil, identifier: nil, country: nil, dnsNames: names,
            certificate: RequestMaker.identity.certificate)
    }

    @Test(arguments: [
        "https://shop.example@evil.example/r", "https://shop.example:443@evil.example/r", "https://shop.example#@evil.example/r",
        "https://shop.example\\@evil.example/r", "https://shop.example%2eevil.example/r", "https://shop.example./r", "https:///r",
        "https://sh\u{43E}p.example/r", "https://shop\u{3002}example/r", "https://shop.example\u{200B}/r", "https://shop.example /r",
        "https://shop.example/r#part", "https://shop.example/../r", "HTTPS://shop.example/r", "//shop.example/r",
    ]) func `an address that others may read differently is no response_uri`(_ address: String) {
        #expect(refused(["response_uri": .string(address)]) == RequestRefusal(.responseURI))
    }

    @Test(arguments: [
        "https://evil.example/@shop.example", "https://evil.example/?https://shop.example/r", "https://evil.example:443/shop.example",
        "https://shop-example/r", "https://b.a.wild.example/r", "https://wild.example/r", "https://xn--shp-9na.example/r",
    ]) func `another host is not the verifier's`(_ address: String) {
        #expect(refused(["response_uri": .string(address)]) == RequestRefusal(.responseURIHost))
    }

    @Test func `a look-alike of a letter is not the letter`() {
        let kiosk = Self.identity("kiosk.example")
        #expect(refused(["response_uri": "https://\u{212A}iosk.example/r"], identity: kiosk) == RequestRefusal(.responseURI))
        #expect(throws: RequestRefusal(.clientIDPrefix)) { try ClientIdentifier("x509_san_dns:\u{212A}iosk.example") }
        #expect(refused(["aud": "https://self-issued.me/v2/"]) == RequestRefusal(.audience))
        #expect(refused(["aud": "HTTPS://self-issued.me/v2"]) == RequestRefusal(.audience))
        #expect(refused(["response_mode": "direct_post.jwt\u{200B}"]) == RequestRefusal(.responseMode))
        #expect(refused(["response_mode": "Direct_Post.jwt"]) == RequestRefusal(.responseMode))
        #expect(refused(["response_type": "vp_token\u{0}"]) == RequestRefusal(.responseType))
        #expect(refused(["state": "\u{FF41}"]) == RequestRefusal(.state))
    }

    @Test func `an address in numbers is nobody's, also if a certificate has it as a name`() {
        for number in ["127.0.0.1", "2130706433", "0x7f.1"] {
            let changes: [String: JSONValue?] = ["response_uri": .string("https://\(number)/r")]
            for clientID in [RequestMaker.hashedID, "x509_san_dns:\(number)"] {
                #expect(refused(changes, identity: Self.identity(number), clientID: clientID) == RequestRefusal(.responseURIHost))
            }
        }
    }

    @Test func `a name in another case is the same host, but not the same client_id`() async throws {
        let maker = try RequestMaker()
        let (upper, lower) = (try ClientIdentifier("x509_san_dns:SHOP.example"), try ClientIdentifier("x509_san_dns:shop.example"))
        let signed = try SignedRequest(parsing: maker.sign(RequestMaker.claims(clientID: upper.text)))
        let authentic = try await signed.authenticated(roots: [maker.root], clientID: upper, at: RequestMaker.time)
        #expect(try authentic.request(walletNonce: nil, now: RequestMaker.now).clientID.text == upper.text)
        await #expect(throws: RequestRefusal(.clientIDMismatch)) {
            _ = try await signed.authenticated(roots: [maker.root], clientID: lower, at: RequestMaker.time)
        }
    }

    private static let header = #"{"typ":"oauth-authz-req+jwt","alg":"ES256","x5c":["AA=="]}"#

    private static func body(header: String = Self.header, claims: String) -> [UInt8] {
        let signature = [UInt8](repeating: 1, count: 64)
        let parts = [Base64URL.encode(header.utf8), Base64URL.encode(claims.utf8), Base64URL.encode(signature)]
        return Array(parts.joined(separator: ".").utf8)
    }

    @Test func `a member twice is refused, in claims and header, also when it is escaped or deep inside`() throws {
        _ = try SignedRequest(parsing: Self.body(claims: #"{"nonce":"a"}"#))
        let bodies = [
            Self.body(claims: #"{"nonce":"a","nonce":"a"}"#), Self.body(claims: #"{"nonce":"a","\u006eonce":"b"}"#),
            Self.body(claims: #"{"client_metadata":{"jwks":{},"jwks":{}}}"#), Self.body(claims: #"{"nonce":"a"}{}"#),
            Self.body(claims: #"["nonce"]"#), Self.body(claims: "\u{FEFF}{}"),
            Self.body(header: #"{"alg":"none","# + String(Self.header.dropFirst()), claims: "{}"),
        ]
        for body in bodies {
            #expect(throws: RequestRefusal(.requestMalformed)) { try SignedRequest(parsing: body) }
        }
    }

    @Test func `the size is judged before anything is read`() {
        let largest = [UInt8](repeating: 0x41, count: SignedRequest.maximumBytes)
        #expect(throws: RequestRefusal(.requestMalformed)) { try SignedRequest(parsing: largest) }
        let good = Self.body(claims: "{}")
        #expect(throws: RequestRefusal(.requestTooLarge)) { try SignedRequest(parsing: good + largest) }
    }

    @Test func `a refusal repeats nothing of what was received`() throws {
        let canary: JSONValue = "CANARY!"
        let claims: [[String: JSONValue?]] = [
            ["client_id": canary], ["response_uri": canary], ["aud": canary], ["exp": canary], ["iat": canary], ["response_mode": canary],
            ["nonce": canary], ["state": canary], ["response_type": canary], ["client_metadata": canary], ["dcql_query": canary],
            ["dcql_query": ["credentials": [["id": canary]]]], ["dcql_query": ["credentials": ["CANARY!": canary]]],
            ["dcql_query": RequestMaker.query(format: "CANARY!")], ["dcql_query": RequestMaker.query(("claims", [["path": [[canary]]]]))],
            ["dcql_query": RequestMaker.query(("claims", [["path": ["a"], "values": [["CANARY!": canary]]]]))],
            ["client_metadata": ["vp_formats_supported": canary]],
            ["client_metadata": ["encrypted_response_enc_values_supported": canary]],
        ]
        for changes in claims {
            let refusal = try #require(refused(changes))
            #expect(!refusal.description.contains("CANARY"))
            #expect(!String(reflecting: refusal).contains("CANARY"))
        }
    }
}
