// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import Synchronization
import Testing

/// Metadata of issuers and authorisation servers.
struct MetadataTests {
    static let example = #"""
        {"credential_issuer": "https://credential-issuer.example.com", "authorization_servers": ["https://server.example.com"],
         "credential_endpoint": "https://credential-issuer.example.com/credential", "nonce_endpoint": "https://credential-issuer.example.com/nonce",
         "batch_credential_issuance": {"batch_size": 20}, "more": {"a": 1},
         "credential_response_encryption": {"alg_values_supported": ["ECDH-ES"], "enc_values_supported": ["A128GCM"], "encryption_required": false},
         "display": [{"name": "Example University", "locale": "en-US"}, {"name": "Example Université", "locale": "fr-FR"}],
         "credential_configurations_supported": {
          "SD_JWT_VC_example_in_OpenID4VCI": {"format": "dc+sd-jwt", "scope": "SD_JWT_VC_example_in_OpenID4VCI",
           "cryptographic_binding_methods_supported": ["jwk"], "credential_signing_alg_values_supported": ["ES256"],
           "credential_metadata": {"display": [{"name": "IdentityCredential", "logo": {"uri": "https://university.example.edu/public/logo.png",
             "alt_text": "a square logo of a university"}, "locale": "en-US", "background_color": "#12107c", "text_color": "#FFFFFF"}],
            "claims": [{"path": ["given_name"], "display": [{"name": "Given Name", "locale": "en-US"}, {"name": "Vorname", "locale": "de-DE"}]},
             {"path": ["degrees", null, "type"]}]},
           "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"],
             "key_attestations_required": {"key_storage": ["iso_18045_moderate"], "user_authentication": ["iso_18045_moderate"]}}},
           "vct": "SD_JWT_VC_example_in_OpenID4VCI"},
          "org.iso.18013.5.1.mDL": {"format": "mso_mdoc", "doctype": "org.iso.18013.5.1.mDL", "scope": "mdl",
           "cryptographic_binding_methods_supported": ["cose_key"], "credential_signing_alg_values_supported": [-7, -9],
           "proof_types_supported": {"jwt": {"proof_signing_alg_values_supported": ["ES256"]}}},
          "UniversityDegreeCredential": {"format": "jwt_vc_json", "credential_definition": {}}}}
        """#

    static var object: JSONObject {
        get throws { try JSONObject(parsing: Array(example.utf8)) }
    }

    @Test func `metadata of OpenID4VCI section 12.2 is read, and supported parts round-trip`() throws {
        let metadata = try CredentialIssuerMetadata(parsing: Array(Self.example.utf8))
        #expect(metadata.batchSize == 20 && !metadata.requiresEncryption && metadata.display.count == 2)
        #expect(metadata.configurations.map(\.identifier) == ["SD_JWT_VC_example_in_OpenID4VCI", "org.iso.18013.5.1.mDL"])
        let first = try #require(metadata.configurations.first)
        #expect(first.format == .sdJWT(type: "SD_JWT_VC_example_in_OpenID4VCI") && first.isBound)
        #expect(first.keyAttestation?.keyStorage == ["iso_18045_moderate"])
        #expect(first.display.first?.backgroundColor == "#12107c")
        #expect(first.claims.map(\.path) == [["given_name"], ["degrees", nil, "type"]])
        #expect(metadata.configurations.last?.signingAlgorithms == [-7, -9])
        #expect(try CredentialIssuerMetadata(parsing: metadata.body) == metadata)
    }

    @Test func `pictures and colours that cannot be shown are left out, and the rest is kept`() throws {
        let display: JSONValue = [
            [
                "name": "Card", "background_color": "red;}body{display:none", "text_color": "#ff", "logo": ["uri": "javascript:alert(1)"],
                "background_image": ["uri": "http://a.example/b.png"],
            ]
        ]
        let configuration: JSONValue = ["format": "dc+sd-jwt", "vct": "a", "credential_metadata": ["display": display]]
        let metadata = try CredentialIssuerMetadata(Self.object.with("credential_configurations_supported", ["a": configuration]))
        let shown = try #require(metadata.configurations.first?.display.first)
        #expect(
            shown.name == "Card" && shown.logo == nil && shown.backgroundImage == nil && shown.backgroundColor == nil
                && shown.textColor == nil)
    }

    @Test func `a batch size below 1 counts as 1`() throws {
        let url = try #require(HTTPSURL("https://a.example"))
        for size in [Int.min, 0, 1] {
            let metadata = CredentialIssuerMetadata(
                issuer: url, credentialEndpoint: url, nonceEndpoint: nil, batchSize: size, configurations: [])
            #expect(metadata.batchSize == 1)
        }
    }

    static let noAddresses: [JSONValue?] = [
        Optional.none, .some(.null), .some(1), .some(""), .some("http://a.example"), .some("https://a.example/#f"),
    ]
    static let noOptionalAddresses: [JSONValue?] = [.some(.null), .some("x"), .some([])]

    static var faults: [(String, JSONValue?)] {
        var faults = single
        for name in ["credential_issuer", "credential_endpoint"] { faults += noAddresses.map { (name, $0) } }
        for name in ["nonce_endpoint", "notification_endpoint", "deferred_credential_endpoint"] {
            faults += noOptionalAddresses.map { (name, $0) }
        }
        return faults
    }

    static let single: [(String, JSONValue?)] = [
        ("credential_issuer", "https://a.example?b=c"), ("authorization_servers", []), ("authorization_servers", "https://a.example"),
        ("authorization_servers", ["x"]), ("authorization_servers", ["https://a.example", "https://a.example"]),
        ("batch_credential_issuance", [:]), ("batch_credential_issuance", ["batch_size": 1]),
        ("batch_credential_issuance", ["batch_size": "2"]),
        ("credential_request_encryption", [:]), ("credential_response_encryption", ["encryption_required": "no"]), ("display", []),
        ("display", ["name": "a"]), ("display", .some(.null)), ("display", .array(Array(repeating: ["name": "a"], count: 65))),
        ("credential_configurations_supported", Optional.none), ("credential_configurations_supported", []),
        ("credential_configurations_supported", .object(tooManyKinds)),
    ]

    private static let tooManyKinds: JSONObject = {
        var kinds = JSONObject()
        for number in 0...256 { kinds.append("\(number)", ["format": "ac_vc"]) }
        return kinds
    }()

    @Test(arguments: faults.indices) func `faulty metadata is refused`(_ index: Int) throws {
        let (name, value) = Self.faults[index]
        #expect(throws: MalformedMessage.self, "\(name)") { try CredentialIssuerMetadata(Self.object.with(name, value)) }
    }

    /// Entries of the issuer's `display`, and the numbers of the odd ones.
    static let displays: [([JSONValue], odd: [Int])] = [
        ([["name": "Issuer"], ["name": "Uitgever"]], [2]), ([["name": "a", "locale": "nl"], ["name": "b", "locale": "NL"]], [2]),
        ([["name": "First line\nsecond line"], ["name": "Issuer"]], [1]),
        ([["name": "a\u{202E}b", "locale": "nl"], ["name": "Issuer"]], [1]),
        ([1, nil, ["name": 1], ["locale": ""], ["logo": "https://a.example"], ["logo": [:]], ["name": "Issuer"]], [1, 2, 3, 4, 5, 6]),
        ([["name": "a\u{0}b"]], [1]),
    ]

    @Test(arguments: displays.indices) func `an odd entry of the issuer's display is left out, and everything else is read`(
        _ index: Int
    ) async throws {
        let (entries, odd) = Self.displays[index]
        let server = TestServer()
        let object = server.metadata.json.with("display", .array(entries))
        let metadata = try CredentialIssuerMetadata(object)
        #expect(metadata.oddDisplays.map(\.number) == odd)
        #expect(metadata.oddDisplays.allSatisfy { !$0.fault.reason.isEmpty && !$0.fault.reason.contains("line\n") })
        #expect(metadata.display.count == entries.count - odd.count)
        #expect(metadata.display.compactMap(\.name).allSatisfy { ["Issuer", "a"].contains($0) })
        #expect(metadata.configurations == server.metadata.configurations)
        #expect(try CredentialIssuerMetadata(parsing: metadata.body) == metadata)
        var walk = Walk.login(server)
        walk.tamper = { at, response in if at == .issuerMetadata { response = IssuanceResponse(json: object.encode()) } }
        try await walk.run()
        #expect(walk.issued.map(\.configurationID) == ["pid.sdjwt"])
    }

    /// A kind that can be read.
    static let sound: JSONObject = [
        "format": "dc+sd-jwt", "vct": "a", "scope": "a", "cryptographic_binding_methods_supported": ["jwk"],
        "proof_types_supported": ["jwt": ["proof_signing_alg_values_supported": ["ES256"]]],
    ]

    private static func display(_ display: JSONValue) -> JSONValue { .object(sound.with("credential_metadata", ["display": display])) }

    private static func claims(_ claims: JSONValue) -> JSONValue { .object(sound.with("credential_metadata", ["claims": claims])) }

    /// Entries that break a rule.
    static let odd: [JSONValue] = [
        1, nil, [], [:], "dc+sd-jwt", ["format": 1], ["format": "dc+sd-jwt"], ["format": "mso_mdoc"],
        ["format": "mso_mdoc", "doctype": "a", "scope": "b c"],
        ["format": "mso_mdoc", "doctype": "a", "cryptographic_binding_methods_supported": ["jwk"]],
        ["format": "mso_mdoc", "doctype": "a", "proof_types_supported": ["jwt": [:]]],
        .object(sound.with("vct", nil)), .object(sound.with("vct", 1)), .object(sound.with("scope", "")),
        .object(sound.with("cryptographic_binding_methods_supported", [["did": "web"]])),
        .object(sound.with("cryptographic_binding_methods_supported", nil)),
        .object(sound.with("credential_signing_alg_values_supported", [true])), .object(sound.with("credential_metadata", [])),
        display([["name": "Badge", "locale": "en", "description": "For members.\nValid for one year."]]),
        display([["name": "Badge"], ["name": "Insigne"]]), display([["name": "a", "locale": "en"], ["name": "b", "locale": "EN"]]),
        display([["name": "a\u{202E}b"]]), display([["locale": "en"]]), display([]), claims([["path": []]]), claims([["path": [-1]]]),
        claims([["path": ["a"], "display": [["name": "a"], ["name": "b"]]]]), claims([1]),
    ]

    /// The metadata of a test server with this entry under a name, before the server's own kinds.
    private static func metadata(_ server: TestServer, _ name: String, _ entry: JSONValue) throws -> JSONObject {
        guard case .object(let kinds)? = server.metadata.json["credential_configurations_supported"] else {
            throw CocoaError(.featureUnsupported)
        }
        let members = [(name, entry)] + kinds.members.filter { $0.name != name }.map { ($0.name, $0.value) }
        return server.metadata.json.with("credential_configurations_supported", .object(JSONObject(members)))
    }

    @Test(arguments: odd.indices) func `an odd entry is left out, and the other kinds are read`(_ index: Int) throws {
        let server = TestServer()
        let metadata = try CredentialIssuerMetadata(Self.metadata(server, "odd", Self.odd[index]))
        #expect(metadata.configurations == server.metadata.configurations)
        #expect(metadata.configuration("odd") == nil)
        #expect(metadata.oddConfigurations.map(\.identifier) == ["odd"])
        // The rule alone is named, nothing of the entry.
        #expect(metadata.oddConfigurations.allSatisfy { !$0.fault.reason.isEmpty && !$0.fault.reason.contains("Badge") })
        #expect(try CredentialIssuerMetadata(parsing: metadata.body) == server.metadata)
        #expect(Set([metadata, server.metadata]).count == 1)
    }

    @Test(arguments: odd.indices) func `stored metadata still says which kinds are odd, and a stored session gives the reason`(
        _ index: Int
    ) async throws {
        let server = TestServer()
        let object = try Self.metadata(server, "pid.mdoc", Self.odd[index])
        let metadata = try CredentialIssuerMetadata(object)
        let stored = try JSONDecoder().decode(CredentialIssuerMetadata.self, from: JSONEncoder().encode(metadata))
        #expect(stored == metadata && stored.oddConfigurations == metadata.oddConfigurations)
        #expect(stored.configuration("pid.sdjwt") != nil && stored.configuration("pid.mdoc") == nil)

        // Walk stores the session and reads it again before each step.
        var good = Walk.login(server)
        good.tamper = { at, response in if at == .issuerMetadata { response = IssuanceResponse(json: object.encode()) } }
        try await good.run { $0 == .send(.token) }
        #expect(good.client.issuerMetadata?.oddConfigurations == metadata.oddConfigurations)
        var asked = Walk.login(server, ["pid.mdoc"])
        asked.tamper = good.tamper
        let failure = await #expect(throws: IssuanceFailure.self) { try await asked.run() }
        let client = try JSONDecoder().decode(IssuanceClient.self, from: JSONEncoder().encode(asked.client))
        let odd = try #require(metadata.oddConfigurations.first)
        #expect(failure == .malformedAnswer(.issuerMetadata, reason: odd.fault.reason))
        #expect(client.step == .failed(failure ?? .outOfOrder))
    }

    @Test func `an issuer cannot publish odd kinds, and stored ones of another form are refused`() throws {
        let entry: JSONValue = ["identifier": "pid.sdjwt", "reason": "\u{202E}"]
        let published = TestServer().metadata.json.with("odd_configurations", [entry])
        #expect(try CredentialIssuerMetadata(published).oddConfigurations.isEmpty)
        #expect(try CredentialIssuerMetadata(parsing: published.encode()).json["odd_configurations"] == nil)
        for odd in [[], [1], [["identifier": "a"]], [["identifier": "a", "reason": 1]], "a"] as [JSONValue] {
            let text = String(decoding: TestServer().metadata.json.with("odd_configurations", odd).encode(), as: UTF8.self)
            #expect(throws: (any Error).self) {
                try JSONDecoder().decode(CredentialIssuerMetadata.self, from: JSONEncoder().encode(text))
            }
        }
    }

    @Test(arguments: [1, 256, 0, 257]) func `an identifier of an unacceptable length makes only its entry odd`(_ count: Int) throws {
        let name = String(repeating: "a", count: count)
        let metadata = try CredentialIssuerMetadata(Self.metadata(TestServer(), name, .object(Self.sound)))
        #expect(metadata.configurations.count == ((1...256).contains(count) ? 3 : 2))
        #expect(metadata.oddConfigurations.map(\.identifier) == ((1...256).contains(count) ? [] : [name]))
    }

    @Test(arguments: odd.indices) func `an odd entry stops only an issuance that asks for it`(_ index: Int) async throws {
        let server = TestServer()
        func walk(_ name: String) throws -> Walk {
            let body = try Self.metadata(server, name, Self.odd[index]).encode()
            var walk = Walk.login(server)
            walk.tamper = { at, response in if at == .issuerMetadata { response = IssuanceResponse(json: body) } }
            return walk
        }
        var other = try walk("odd")
        try await other.run()
        #expect(other.issued.map(\.configurationID) == ["pid.sdjwt"])

        server.state.withLock { $0.log = [] }
        var asked = try walk("pid.sdjwt")
        await #expect(throws: IssuanceFailure.self) { try await asked.run() }
        guard case .failed(.malformedAnswer(.issuerMetadata, let reason)) = asked.client.step else {
            Issue.record("\(asked.client.step)")
            return
        }
        #expect(!reason.isEmpty)
        #expect(!server.state.withLock(\.log).contains { $0.hasPrefix("POST") })
    }

    /// The metadata are in `Tests/Fixtures/Field`.
    @Test(
        arguments: [
            ("base", []), ("other-description-lines", ["badge"]), ("other-without-vct", ["badge"]), ("unknown-format", []),
        ] as [(String, [String])])
    func `metadata with an odd kind or an unknown format give the kind pid`(_ name: String, _ odd: [String]) throws {
        let file = URL(filePath: #filePath).appending(path: "../../Fixtures/Field/metadata-\(name).json").standardizedFileURL
        let metadata = try CredentialIssuerMetadata(parsing: Array(Data(contentsOf: file)))
        #expect(metadata.configurations.map(\.identifier) == ["pid"])
        #expect(metadata.configuration("pid")?.format == .sdJWT(type: "urn:example:pid:1"))
        #expect(metadata.oddConfigurations.map(\.identifier) == odd)
        #expect(metadata.unsupportedCount == (name == "unknown-format" ? 2 : 0))
    }

    @Test func `a server's metadata round-trips, with the defaults of RFC 8414`() throws {
        let metadata = TestServer(asksForNonces: true).serverMetadata
        #expect(try AuthorizationServerMetadata(parsing: metadata.body) == metadata)
        let least = try AuthorizationServerMetadata(["issuer": "https://a.example", "token_endpoint": "https://a.example/t", "jwks_uri": 1])
        #expect(least.grantTypes == ["authorization_code", "implicit"] && least.dpopAlgorithms == nil && !least.namesIssuerInResponse)
        for (name, value) in [
            ("issuer", nil), ("issuer", "https://a.example?b"), ("token_endpoint", nil), ("token_endpoint", "http://a.example"),
            ("authorization_endpoint", 1), ("grant_types_supported", []), ("grant_types_supported", [1]),
            ("challenge_endpoint", .some(nil)),
            ("authorization_response_iss_parameter_supported", "true"),
        ] as [(String, JSONValue?)] {
            #expect(throws: MalformedMessage.self, "\(name)") { try AuthorizationServerMetadata(metadata.json.with(name, value)) }
        }
    }

    static let walls: [(String, IssuanceEndpoint, JSONValue?, IssuanceFailure)] = [
        ("credential_issuer", .issuerMetadata, "https://issuer.example/other", .wrongIssuer(.issuerMetadata)),
        ("credential_issuer", .issuerMetadata, "https://issuer.example/tenant/", .wrongIssuer(.issuerMetadata)),
        ("credential_request_encryption", .issuerMetadata, ["encryption_required": true], .unsupported(.encryption)),
        ("credential_configurations_supported", .issuerMetadata, [:], .unsupported(.credentialConfiguration)),
        (
            "credential_configurations_supported", .issuerMetadata, ["pid.sdjwt": ["format": "dc+sd-jwt", "vct": "a"]], .unsupported(.scope)
        ),
        (
            "credential_configurations_supported", .issuerMetadata,
            [
                "pid.sdjwt": [
                    "format": "dc+sd-jwt", "vct": "a", "scope": "a", "cryptographic_binding_methods_supported": ["jwk"],
                    "proof_types_supported": ["attestation": [:]],
                ]
            ], .unsupported(.proofType)
        ),
        ("issuer", .serverMetadata, "https://evil.example", .wrongIssuer(.serverMetadata)),
        ("issuer", .serverMetadata, "https://login.example/", .wrongIssuer(.serverMetadata)),
        ("grant_types_supported", .serverMetadata, ["implicit"], .unsupported(.grantType)),
        ("pushed_authorization_request_endpoint", .serverMetadata, nil, .unsupported(.pushedAuthorizationRequest)),
        ("authorization_endpoint", .serverMetadata, nil, .unsupported(.pushedAuthorizationRequest)),
        ("code_challenge_methods_supported", .serverMetadata, ["plain"], .unsupported(.codeChallengeMethod)),
        ("code_challenge_methods_supported", .serverMetadata, nil, .unsupported(.codeChallengeMethod)),
        ("token_endpoint_auth_methods_supported", .serverMetadata, ["none"], .unsupported(.clientAuthentication)),
        ("client_attestation_signing_alg_values_supported", .serverMetadata, ["ES384"], .unsupported(.clientAuthentication)),
        ("client_attestation_pop_signing_alg_values_supported", .serverMetadata, ["RS256"], .unsupported(.clientAuthentication)),
        ("dpop_signing_alg_values_supported", .serverMetadata, ["RS256"], .unsupported(.dpop)),
    ]

    @Test(arguments: walls.indices) func `a session ends at another issuer's metadata and at unsupported features`(_ index: Int)
        async throws
    {
        let (name, endpoint, value, failure) = Self.walls[index]
        var walk = Walk.login()
        walk.tamper = { at, response in
            guard at == endpoint, let object = try? JSONObject(parsing: response.body) else { return }
            response = IssuanceResponse(json: object.with(name, value).encode())
        }
        await #expect(throws: failure, "\(name)") { try await walk.run() }
        #expect(walk.client.step == .failed(failure))
        #expect(!walk.server.state.withLock(\.log).contains { $0.hasPrefix("POST") })
    }

    @Test func `an offer with a server that is not the issuer's ends the session`() async throws {
        let offer = CredentialOffer(
            issuer: World.issuer, configurationIDs: ["pid.sdjwt"],
            preAuthorizedCode: .init(code: "secret", authorizationServer: World.url("https://evil.example")))
        var walk = Walk(IssuanceClient(offer: .value(offer), clientID: World.clientID, redirectURI: World.redirectURI), TestServer())
        await #expect(throws: IssuanceFailure.unsupported(.authorizationServer)) { try await walk.run() }
    }
}
