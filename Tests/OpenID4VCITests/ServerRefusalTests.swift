// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import OpenID4VCI
import Testing

/// What servers make of requests that are wrong, stolen, late or sent twice.
struct ServerRefusalTests {
    /// A walk whose request to an endpoint is changed, and the code that comes back.
    func refusal(
        _ endpoint: IssuanceEndpoint, _ walk: Walk? = nil, change: @escaping (inout IssuanceRequest) -> Void
    ) async -> EndpointErrorCode? {
        var walk = walk ?? Walk.login()
        var code: EndpointErrorCode?
        walk.tamperRequest = { at, request in if at == endpoint { change(&request) } }
        walk.tamper = { at, response in
            guard at == endpoint, case .string(let name)? = try? JSONObject(parsing: response.body)["error"] else { return }
            code = EndpointErrorCode(rawValue: name)
        }
        _ = try? await walk.run()
        return code
    }

    static func form(_ request: inout IssuanceRequest, _ change: ([(String, String?)]) -> [(String, String?)]) {
        guard let form = try? FormParameters(parsing: request.body) else { return }
        request = with(request, body: Array(FormParameters(change(form.pairs.map { ($0.name, $0.value) })).encoded.utf8))
    }

    static func with(_ request: IssuanceRequest, body: [UInt8]) -> IssuanceRequest {
        IssuanceRequest(method: request.method, url: request.url, headers: request.headers, body: body)
    }

    static func set(_ name: String, _ value: String?) -> @Sendable (inout IssuanceRequest) -> Void {
        { request in form(&request) { $0.filter { $0.0 != name } + [(name, value)] } }
    }

    static func header(_ name: String, _ value: String?) -> @Sendable (inout IssuanceRequest) -> Void {
        { request in
            var fields = request.headers.fields.filter { $0.name.lowercased() != name.lowercased() }
            if let value { fields.append(.init(name, value)) }
            request.headers = HeaderFields(fields)
        }
    }

    static let forms: [(String, IssuanceEndpoint, EndpointErrorCode, @Sendable (inout IssuanceRequest) -> Void)] =
        ["response_type", "state", "code_challenge", "code_challenge_method", "redirect_uri", "client_id", "scope"].map {
            ("no \($0)", .pushedAuthorization, .invalidRequest, set($0, nil))
        } + [
            ("another response type", .pushedAuthorization, .unsupportedResponseType, set("response_type", "token")),
            ("plain PKCE", .pushedAuthorization, .invalidRequest, set("code_challenge_method", "plain")),
            ("PKCE in lower case", .pushedAuthorization, .invalidRequest, set("code_challenge_method", "s256")),
            ("a short challenge", .pushedAuthorization, .invalidRequest, set("code_challenge", "abc")),
            ("a foreign redirect", .pushedAuthorization, .invalidRequest, set("redirect_uri", "https://evil.example/back")),
            ("a redirect that is longer", .pushedAuthorization, .invalidRequest, set("redirect_uri", World.redirectURI + "/x")),
            ("another client", .pushedAuthorization, .invalidClient, set("client_id", "other")),
            ("no scope that is known", .pushedAuthorization, .invalidScope, set("scope", "other things")),
            ("a scope twice", .pushedAuthorization, .invalidScope, set("scope", "pid.sdjwt pid.sdjwt")),
            ("another resource", .pushedAuthorization, .invalidTarget, set("resource", "https://other.example")),
            ("a request object", .pushedAuthorization, .invalidRequest, set("request", "e30.e30.")),
            ("a request URI", .pushedAuthorization, .invalidRequest, set("request_uri", "urn:x")),
            ("a client secret", .pushedAuthorization, .invalidRequest, set("client_secret", "x")),
            ("another DPoP key", .pushedAuthorization, .invalidDPoPProof, set("dpop_jkt", JWK(World.instanceKey.publicKey).thumbprint)),
            ("a parameter twice", .pushedAuthorization, .invalidRequest, { $0 = with($0, body: $0.body + Array("&state=x".utf8)) }),
            ("nothing", .pushedAuthorization, .invalidRequest, { $0 = with($0, body: []) }),
            ("JSON", .pushedAuthorization, .invalidRequest, header("Content-Type", "application/json")),
            ("two media types", .pushedAuthorization, .invalidRequest, { $0.headers.append("Content-Type", "text/plain") }),
            ("no attestation", .pushedAuthorization, .invalidClient, header("OAuth-Client-Attestation", nil)),
            ("an attestation of nonsense", .pushedAuthorization, .invalidClientAttestation, header("OAuth-Client-Attestation", "a.b.c")),
            ("no proof of it", .pushedAuthorization, .invalidClient, header("OAuth-Client-Attestation-PoP", nil)),
            ("a DPoP proof of nonsense", .pushedAuthorization, .invalidDPoPProof, header("DPoP", "a.b.c")),
            ("another grant", .token, .unsupportedGrantType, set("grant_type", "client_credentials")),
            ("no grant", .token, .unsupportedGrantType, set("grant_type", nil)),
            ("no code", .token, .invalidRequest, set("code", nil)),
            ("another code", .token, .invalidGrant, set("code", "other")),
            ("no verifier", .token, .invalidRequest, set("code_verifier", nil)),
            ("another verifier", .token, .invalidGrant, set("code_verifier", CodeVerifier(random: [UInt8](repeating: 7, count: 32)).text)),
            (
                "the challenge as verifier", .token, .invalidGrant,
                set("code_verifier", CodeVerifier(random: [UInt8](repeating: 7, count: 32)).challenge)
            ),
            ("no redirect", .token, .invalidRequest, set("redirect_uri", nil)),
            ("another redirect", .token, .invalidGrant, set("redirect_uri", World.redirectURI + "/")),
            ("another client", .token, .invalidClient, set("client_id", "other")),
            ("a transaction code for a login", .token, .invalidRequest, set("tx_code", "1234")),
            ("another resource", .token, .invalidTarget, set("resource", "https://other.example")),
            ("no DPoP proof", .token, .invalidDPoPProof, header("DPoP", nil)),
            ("no attestation", .token, .invalidClient, header("OAuth-Client-Attestation", nil)),
            ("basic authentication", .token, .invalidRequest, header("Authorization", "Basic YTpi")),
            ("no access token", .credential, .invalidToken, header("Authorization", nil)),
            (
                "a bearer token", .credential, .invalidToken,
                {
                    $0.headers = HeaderFields(
                        $0.headers.fields.map {
                            .init($0.name, $0.name == "Authorization" ? $0.value.replacing("DPoP ", with: "Bearer ") : $0.value)
                        })
                }
            ),
            ("an unknown access token", .credential, .invalidToken, header("Authorization", "DPoP other")),
            ("two access tokens", .credential, .invalidToken, { $0.headers.append("Authorization", "DPoP other") }),
            ("no DPoP proof", .credential, .invalidDPoPProof, header("DPoP", nil)),
            ("a form", .credential, .invalidCredentialRequest, header("Content-Type", FormParameters.mediaType)),
            ("nothing", .credential, .invalidCredentialRequest, { $0 = with($0, body: []) }),
            ("no proofs", .credential, .invalidProof, { $0 = with($0, body: Array(#"{"credential_configuration_id":"pid.sdjwt"}"#.utf8)) }),
            (
                "an unknown kind", .credential, .unknownCredentialConfiguration,
                { $0 = with($0, body: Array(#"{"credential_configuration_id":"x"}"#.utf8)) }
            ),
            (
                "an unknown data set", .credential, .unknownCredentialIdentifier,
                { $0 = with($0, body: Array(#"{"credential_identifier":"x"}"#.utf8)) }
            ),
            (
                "encryption", .credential, .invalidEncryptionParameters,
                { $0 = with($0, body: Array(#"{"credential_configuration_id":"pid.sdjwt","credential_response_encryption":{}}"#.utf8)) }
            ),
            (
                "another event", .notification, .invalidNotificationRequest,
                { $0 = with($0, body: Array(#"{"notification_id":"a","event":"b"}"#.utf8)) }
            ),
            ("no access token", .notification, .invalidToken, header("Authorization", nil)),
        ]

    @Test(arguments: forms.indices) func `each request that is not as it must be is refused with its code`(_ index: Int) async {
        let (name, endpoint, code, change) = Self.forms[index]
        #expect(await refusal(endpoint, change: change) == code, "\(name) at \(endpoint)")
    }

    @Test func `an offer's code wants its transaction code, that one, and only where it is asked for`() async throws {
        let code = "urn:ietf:params:oauth:grant-type:pre-authorized_code"
        #expect(GrantType.preAuthorizedCode.rawValue == code)
        var walk = try Walk.offered(transactionCode: "4711")
        walk.transactionCodes = ["4711", "4711", "4711"]
        #expect(await refusal(.token, walk, change: Self.set("tx_code", nil)) == .invalidRequest)
        #expect(await refusal(.token, walk, change: Self.set("tx_code", "4712")) == .invalidGrant)
        #expect(await refusal(.token, walk, change: Self.set("pre-authorized_code", "other")) == .invalidGrant)
        #expect(try await refusal(.token, Walk.offered(), change: Self.set("tx_code", "4711")) == .invalidRequest)
        #expect(try await refusal(.token, Walk.offered(), change: Self.set("code", "x")) == .invalidRequest)
        let late = PreAuthorizedGrant(transactionCode: nil, expiresAt: World.now)
        #expect(throws: EndpointError.self) { try late.check(.preAuthorizedCode(code: "a", transactionCode: nil), now: World.now) }
    }

    @Test func `a code is good for the wallet that logged in, its keys, and a minute`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.token) }
        let request = try await walk.client.request(with: World.keys(), now: World.now, random: World.random)
        let server = walk.server
        let (token, sender) = try await server.authorization.token(request, now: World.now, checks: server.checks)
        let grant = try #require(server.state.withLock { $0.codes.values.first })
        try grant.check(token, from: sender, now: World.now + 59)
        for (now, changed) in [
            (World.now + 60, sender),
            (World.now, .init(attestation: sender.attestation, dpopThumbprint: "other")),
            (World.now, .init(attestation: sender.attestation, dpopThumbprint: nil)),
            (
                World.now,
                .init(
                    attestation: WalletAttestation(
                        issuer: "a", clientID: World.clientID, key: JWK(World.dpopKey.publicKey), issuedAt: nil, expiresAt: 0),
                    dpopThumbprint: sender.dpopThumbprint)
            ),
            (
                World.now,
                .init(
                    attestation: WalletAttestation(issuer: "a", clientID: "b", key: sender.attestation.key, issuedAt: nil, expiresAt: 0),
                    dpopThumbprint: sender.dpopThumbprint)
            ),
        ] as [(Int64, AuthorizationServerChecks.Sender)] {
            #expect(throws: EndpointError(.invalidGrant, "")) {
                do throws(EndpointError) { try grant.check(token, from: changed, now: now) } catch { throw EndpointError(error.code, "") }
            }
        }
        // The very same request again: its proofs were used.
        #expect(try await server.answer(request).status == 401)
    }

    @Test func `an access token is good for its own key, its own kinds of credentials, and its time`() async throws {
        var walk = try Walk.offered()
        try await walk.run { $0 == .send(.credential) }
        let request = try await walk.client.request(with: World.keys(), now: World.now, random: World.random)
        let checks = walk.server.credentials
        let token = try checks.accessToken(of: request)
        let grant = try #require(walk.server.state.withLock { $0.tokens[token] })
        await #expect(throws: EndpointError(.invalidToken, "the access token has expired")) {
            try await checks.authorize(request, token: token, grant: grant, now: World.now + 300, checks: walk.server.checks)
        }
        let stolen = AccessGrant(
            clientID: grant.clientID, dpopThumbprint: JWK(World.instanceKey.publicKey).thumbprint, expiresAt: grant.expiresAt,
            configurationIDs: ["pid.sdjwt"])
        await #expect(throws: EndpointError(.invalidDPoPProof, "dpop: binding")) {
            try await checks.authorize(request, token: token, grant: stolen, now: World.now, checks: walk.server.checks)
        }
        let other = AccessGrant(
            clientID: grant.clientID, dpopThumbprint: grant.dpopThumbprint, expiresAt: grant.expiresAt, configurationIDs: ["pid.mdoc"])
        let error = await #expect(throws: EndpointError.self) {
            _ = try await checks.credential(request, grant: other, now: World.now, useNonce: nil)
        }
        #expect(error?.code == .insufficientScope)
    }

    @Test func `refusals at a resource challenge, and carry no reason`() throws {
        let response = EndpointError(.useDPoPNonce, "dpop: nonce").response(at: .credential, dpopNonce: "n")
        #expect(response.status == 401 && response.headers.values("WWW-Authenticate") == [#"DPoP error="use_dpop_nonce", algs="ES256""#])
        #expect(response.headers.values("DPoP-Nonce") == ["n"] && response.headers.values("Cache-Control") == ["no-store"])
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"use_dpop_nonce"}"#)
        let other = EndpointError(.useDPoPNonce, "").response(at: .token, dpopNonce: "n")
        #expect(other.status == 400 && other.headers.values("WWW-Authenticate").isEmpty)
    }
}
