// SPDX-License-Identifier: EUPL-1.2

import DCQL
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import Testing

/// Requests that keep every rule, in all the ways in which verifiers may write them.
struct PresentationRequestTests {
    private func read(_ changes: [String: JSONValue?] = [:]) throws -> PresentationRequest {
        try RequestMaker.read(RequestMaker.changed(RequestMaker.claims(), changes))
    }

    @Test func `a request is read as written`() throws {
        let request = try read()
        #expect(request.clientID.text == RequestMaker.hashedID)
        #expect(request.responseURI.text == RequestMaker.responseURI)
        #expect(request.nonce == RequestMaker.nonce)
        #expect(request.state == "s.1")
        #expect(request.query.credentials.map(\.id) == ["pid"])
        #expect(request.expiresAt == RequestMaker.now + 300)
        #expect(request.encryptionKey == EncryptionKey(usable: RequestMaker.jwk))
        #expect(request.encryptionMethod == .a128GCM)
        #expect(request.attachments.isEmpty)
    }

    @Test(arguments: [
        "https://shop.example/r", "https://SHOP.example:8443/r", "https://a.wild.example/r",
    ]) func `with a hash, an answer may go to every host of the certificate`(_ address: String) throws {
        #expect(try read(["response_uri": .string(address)]).responseURI.text == address)
    }

    @Test func `with a name, an answer may go to that host only`() throws {
        let changes: [String: JSONValue?] = ["client_id": "x509_san_dns:shop.example"]
        #expect(try read(changes).clientID.kind == .dnsName("shop.example"))
        let foreign = changes.merging(["response_uri": "https://a.wild.example/r"]) { $1 }
        #expect(throws: RequestRefusal(.responseURIHost)) { try read(foreign) }
    }

    static let accepted: [[String: JSONValue?]] = [
        ["iss": "https://somebody.example"],
        ["unknown": ["x": 1], "client_metadata_uri": "https://shop.example/m"],
        ["aud": ["https://wallet.example", "https://self-issued.me/v2"]],
        ["state": nil], ["state": .string(String(repeating: "s", count: 64))], ["state": "aZ09-._~"],
        ["nonce": .string(String(repeating: "~", count: 22))], ["nonce": .string(String(repeating: "n", count: 1024))],
        ["exp": nil, "iat": nil], ["exp": .integer(RequestMaker.now - 59)],
        ["iat": .integer(RequestMaker.now + 60), "nbf": .integer(RequestMaker.now + 60)], ["iat": .integer(0)],
        ["dcql_query": RequestMaker.query(format: "mso_mdoc")],
        ["dcql_query": RequestMaker.query(("require_cryptographic_holder_binding", false))],
        ["presentation_definition": [:]],
    ]

    @Test(arguments: accepted.indices) func `what the standard leaves open is accepted`(_ index: Int) throws {
        _ = try read(Self.accepted[index])
    }

    @Test func `the first usable key is taken, unusable ones beside it are skipped`() throws {
        let usable = RequestMaker.jwk
        let later = RequestMaker.changed(usable, ["kid": "2", "use": "enc"])
        let unusable: [JSONValue] = [
            1, [:], .object(RequestMaker.changed(usable, ["use": "sig"])), .object(RequestMaker.changed(usable, ["crv": "P-521"])),
            ["kty": "RSA", "n": "AQAB", "e": "AQAB", "alg": "RSA-OAEP"], .object(RequestMaker.changed(usable, ["kid": nil])),
        ]
        let request = try read(["client_metadata": RequestMaker.metadata(keys: unusable + [.object(usable), .object(later)])])
        #expect(request.encryptionKey.keyID == "1")
        #expect(request.metadata.keys.map(\.keyID) == ["1", "2"])
    }

    @Test func `the stronger of the listed methods is taken`() throws {
        for (listed, expected) in [
            (["A128GCM", "A256GCM"], .a256GCM), (["A256GCM"], .a256GCM), (["A128CBC-HS256", "A128GCM"], .a128GCM),
        ] as [([String], ContentEncryption)] {
            let metadata = RequestMaker.metadata(
                keys: [.object(RequestMaker.jwk)],
                ("encrypted_response_enc_values_supported", .array(listed.map(JSONValue.string))))
            #expect(try read(["client_metadata": metadata]).encryptionMethod == expected)
        }
    }

    static let formats: [(JSONValue, query: String)] = [
        ([:], "dc+sd-jwt"), (["dc+sd-jwt": [:]], "dc+sd-jwt"),
        (["dc+sd-jwt": ["sd-jwt_alg_values": ["ES256", "ES384"], "kb-jwt_alg_values": ["ES256", "ES384"]]], "dc+sd-jwt"),
        (["mso_mdoc": ["issuerauth_alg_values": [.integer(-9), .integer(-50)], "deviceauth_alg_values": [.integer(-7)]]], "mso_mdoc"),
    ]

    @Test(arguments: formats.indices) func `formats and algorithms that the wallet has are accepted`(_ index: Int) throws {
        let (supported, query) = Self.formats[index]
        let metadata = RequestMaker.metadata(keys: [.object(RequestMaker.jwk)], ("vp_formats_supported", supported))
        _ = try read(["client_metadata": metadata, "dcql_query": RequestMaker.query(format: query)])
    }

    @Test func `attachments are read, and malformed ones are left out`() throws {
        let request = try read([
            "verifier_info": [
                ["format": "registration_cert", "data": "a.b.c"], ["format": "jwt", "data": ["x": 1], "credential_ids": ["pid"]],
                ["format": "jwt"], ["data": "a"], ["format": "jwt", "data": 1], "text",
                ["format": "jwt", "data": "a", "credential_ids": []], ["format": "jwt", "data": "a", "credential_ids": [1]],
            ]
        ])
        #expect(
            request.attachments == [
                VerifierAttachment(format: "registration_cert", data: "a.b.c", credentialIDs: nil),
                VerifierAttachment(format: "jwt", data: ["x": 1], credentialIDs: ["pid"]),
            ])
        #expect(try read(["verifier_info": "text"]).attachments.isEmpty)
    }
}
