// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// The servers' handling of wrong, stolen, late and repeated requests.
struct ServerRefusalTests {
    /// Changes a walk's request to an endpoint, and returns the resulting error code.
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

    typealias Change = @Sendable (inout IssuanceRequest) -> Void

    struct Form: Sendable {
        let name: String
        let endpoint: IssuanceEndpoint
        let code: EndpointErrorCode
        let change: Change

        init(_ name: String, _ endpoint: IssuanceEndpoint, _ code: EndpointErrorCode, _ change: @escaping Change) {
            self.name = name
            self.endpoint = endpoint
            self.code = code
            self.change = change
        }
    }

    static func body(_ text: String) -> Change { { $0 = with($0, body: Array(text.utf8)) } }

    static let required = ["response_type", "state", "code_challenge", "code_challenge_method", "redirect_uri", "client_id", "scope"]

    static var forms: [Form] {
        required.map { Form("no \($0)", .pushedAuthorization, .invalidRequest, set($0, nil)) } + single
    }

    static let single: [Form] = [
        Form("another response type", .pushedAuthorization, .unsupportedResponseType, set("response_type", "token")),
        Form("plain PKCE", .pushedAuthorization, .invalidRequest, set("code_challenge_method", "plain")),
        Form("PKCE in lower case", .pushedAuthorization, .invalidRequest, set("code_challenge_method", "s256")),
        Form("a short challenge", .pushedAuthorization, .invalidRequest, set("code_challenge", "abc")),
        Form("a foreign redirect", .pushedAuthorization, .invalidRequest, set("redirect_uri", "https://evil.example/back")),
        Form("a redirect that is longer", .pushedAuthorization, .invalidRequest, set("redirect_uri", World.redirectURI + "/x")),
        Form("another client", .pushedAuthorization, .invalidClient, set("client_id", "other")),
        Form("no scope that is known", .pushedAuthorization, .invalidScope, set("scope", "other things")),
        Form("a scope twice", .pushedAuthorization, .invalidScope, set("scope", "pid.sdjwt pid.sdjwt")),
        Form("another resource", .pushedAuthorization, .invalidTarget, set("resource", "https://other.example")),
        Form("a request object", .pushedAuthorization, .invalidRequest, set("request", "e30.e30.")),
        Form("a request URI", .pushedAuthorization, .invalidRequest, set("request_uri", "urn:x")),
        Form("a client secret", .pushedAuthorization, .invalidRequest, set("client_secret", "x")),
        Form("another DPoP key", .pushedAuthorization, .invalidDPoPProof, set("dpop_jkt", JWK(World.instanceKey.publicKey).thumbprint)),
        Form("a parameter twice", .pushedAuthorization, .invalidRequest, { $0 = with($0, body: $0.body + Array("&state=x".utf8)) }),
        Form("nothing", .pushedAuthorization, .invalidRequest, { $0 = with($0, body: []) }),
        Form("JSON", .pushedAuthorization, .invalidRequest, header("Content-Type", "application/json")),
        Form("two media types", .pushedAuthorization, .invalidRequest, { $0.headers.append("Content-Type", "text/plain") }),
        Form("no attestation", .pushedAuthorization, .invalidClient, header("OAuth-Client-Attestation", nil)),
        Form("an attestation of nonsense", .pushedAuthorization, .invalidClientAttestation, header("OAuth-Client-Attestation", "a.b.c")),
        Form("no proof of it", .pushedAuthorization, .invalidClient, header("OAuth-Client-Attestation-PoP", nil)),
        Form("a DPoP proof of nonsense", .pushedAuthorization, .invalidDPoPProof, header("DPoP", "a.b.c")),
        Form("another grant", .token, .unsupportedGrantType, set("grant_type", "client_credentials")),
        Form("no grant", .token, .invalidRequest, set("grant_type", nil)),
        Form("no code", .token, .invalidRequest, set("code", nil)),
        Form("another code", .token, .invalidGrant, set("code", "other")),
        Form("no verifier", .token, .invalidRequest, set("code_verifier", nil)),
        Form("another verifier", .token, .invalidGrant, set("code_verifier", CodeVerifier(random: [UInt8](repeating: 7, count: 32)).text)),
        Form(
            "the challenge as verifier", .token, .invalidGrant,
            set("code_verifier", CodeVerifier(random: [UInt8](repeating: 7, count: 32)).challenge)
        ),
        Form("no redirect", .token, .invalidRequest, set("redirect_uri", nil)),
        Form("another redirect", .token, .invalidGrant, set("redirect_uri", World.redirectURI + "/")),
        Form("another client", .token, .invalidClient, set("client_id", "other")),
        Form("a transaction code for a login", .token, .invalidRequest, set("tx_code", "1234")),
        Form("another resource", .token, .invalidTarget, set("resource", "https://other.example")),
        Form("no DPoP proof", .token, .invalidDPoPProof, header("DPoP", nil)),
        Form("no attestation", .token, .invalidClient, header("OAuth-Client-Attestation", nil)),
        Form("basic authentication", .token, .invalidRequest, header("Authorization", "Basic YTpi")),
        Form("no access token", .credential, .invalidToken, header("Authorization", nil)),
        Form(
            "a bearer token", .credential, .invalidToken,
            {
                $0.headers = HeaderFields(
                    $0.headers.fields.map {
                        .init($0.name, $0.name == "Authorization" ? $0.value.replacing("DPoP ", with: "Bearer ") : $0.value)
                    })
            }
        ),
        Form("an unknown access token", .credential, .invalidToken, header("Authorization", "DPoP other")),
        Form("two access tokens", .credential, .invalidToken, { $0.headers.append("Authorization", "DPoP other") }),
        Form("no DPoP proof", .credential, .invalidDPoPProof, header("DPoP", nil)),
        Form("a form", .credential, .invalidCredentialRequest, header("Content-Type", FormParameters.mediaType)),
        Form("nothing", .credential, .invalidCredentialRequest, { $0 = with($0, body: []) }),
        Form("no proofs", .credential, .invalidProof, body(#"{"credential_configuration_id":"pid.sdjwt"}"#)),
        Form(
            "an unknown kind", .credential, .unknownCredentialConfiguration,
            body(#"{"credential_configuration_id":"x"}"#)
        ),
        Form(
            "an unknown data set", .credential, .unknownCredentialIdentifier,
            body(#"{"credential_identifier":"x"}"#)
        ),
        Form(
            "encryption", .credential, .invalidEncryptionParameters,
            body(#"{"credential_configuration_id":"pid.sdjwt","credential_response_encryption":{}}"#)
        ),
        Form(
            "another event", .notification, .invalidNotificationRequest,
            body(#"{"notification_id":"a","event":"b"}"#)
        ),
        Form("no access token", .notification, .invalidToken, header("Authorization", nil)),
    ]

    @Test(arguments: forms.indices) func `each invalid request is refused with the right error code`(_ index: Int) async {
        let form = Self.forms[index]
        #expect(await refusal(form.endpoint, change: form.change) == form.code, "\(form.name) at \(form.endpoint)")
    }

    @Test func `an offer with a transaction code requires exactly that code, and an offer without one accepts none`() async throws {
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

    @Test func `a code is valid only for its wallet and keys, for one minute`() async throws {
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
        // The identical request again: its proofs have been used.
        #expect(try await server.answer(request).status == 401)
    }

    @Test func `an access token is valid only for its key, its kinds of credentials and its lifetime`() async throws {
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

    @Test func `a refusal by a resource server sends a challenge without a reason`() throws {
        let response = EndpointError(.useDPoPNonce, "dpop: nonce").response(at: .credential, dpopNonce: "n")
        #expect(response.status == 401 && response.headers.values("WWW-Authenticate") == [#"DPoP error="use_dpop_nonce", algs="ES256""#])
        #expect(response.headers.values("DPoP-Nonce") == ["n"] && response.headers.values("Cache-Control") == ["no-store"])
        #expect(String(decoding: response.body, as: UTF8.self) == #"{"error":"use_dpop_nonce"}"#)
        let other = EndpointError(.useDPoPNonce, "").response(at: .token, dpopNonce: "n")
        #expect(other.status == 400 && other.headers.values("WWW-Authenticate").isEmpty)
    }
}
