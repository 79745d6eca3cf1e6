// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import Synchronization

/// An in-memory authorisation server and credential issuer, made only of the module's checks and dictionaries as stores.
final class TestServer: Sendable {
    struct State {
        var used: Set<String> = []
        var pushed: [String: AuthorizationServerChecks.Pushed] = [:]
        var codes: [String: CodeGrant] = [:]
        var offers: [String: PreAuthorizedGrant] = [:]
        var tokens: [String: AccessGrant] = [:]
        var nonces: Set<String> = []
        var dpopNonces: Set<String> = []
        var challenges: Set<String> = []
        var notified: [NotificationRequest] = []
        var orders: [CredentialIssuerChecks.Order] = []
        var log: [String] = []
        var counter = 0
    }

    let state = Mutex(State())
    let metadata: CredentialIssuerMetadata
    let serverMetadata: AuthorizationServerMetadata
    let authorization: AuthorizationServerChecks
    let credentials: CredentialIssuerChecks
    /// True if DPoP nonces and challenges are required.
    let asksForNonces: Bool

    init(asksForNonces: Bool = false, keyAttestation: KeyAttestationRequirement? = nil) {
        self.asksForNonces = asksForNonces
        metadata = Self.metadata(keyAttestation)
        serverMetadata = AuthorizationServerMetadata(
            issuer: World.server, authorizationEndpoint: World.url("https://login.example/authorize"),
            tokenEndpoint: World.url("https://login.example/token"),
            pushedAuthorizationRequestEndpoint: World.url("https://login.example/par"),
            challengeEndpoint: asksForNonces ? World.url("https://login.example/challenge") : nil, grantTypes: GrantType.allCases)
        authorization = AuthorizationServerChecks(
            attestation: ClientAttestationVerifier(trust: World.trust, audience: World.server), scopes: ["pid.sdjwt", "pid.mdoc"],
            resources: [World.issuer.text], mayRedirect: { $0 == World.clientID && $1 == World.redirectURI })
        credentials = CredentialIssuerChecks(metadata: metadata, keyAttestationTrust: World.trust)
    }

    static func metadata(_ keyAttestation: KeyAttestationRequirement? = nil) -> CredentialIssuerMetadata {
        func configuration(_ identifier: String, _ format: CredentialFormat, _ binding: String) -> CredentialConfiguration {
            CredentialConfiguration(
                identifier: identifier, format: format, scope: identifier, signingAlgorithms: ["ES256"], bindingMethods: [binding],
                proofAlgorithms: ["ES256"], keyAttestation: keyAttestation,
                display: [CredentialDisplay(name: "Identity card", locale: "en", backgroundColor: "#12107c")],
                claims: [ClaimDescription(path: ["address", "locality"], isMandatory: true, display: [.init("Town", locale: "en")])])
        }
        return CredentialIssuerMetadata(
            issuer: World.issuer, authorizationServers: [World.server], credentialEndpoint: World.url("https://issuer.example/credential"),
            nonceEndpoint: World.url("https://issuer.example/nonce"),
            notificationEndpoint: World.url("https://issuer.example/notification"),
            batchSize: 4,
            display: [IssuerDisplay(name: "Issuer", locale: "en", logo: DisplayImage(uri: "https://issuer.example/logo.png"))],
            configurations: [
                configuration("pid.sdjwt", .sdJWT(type: "urn:eudi:pid:1"), "jwk"),
                configuration("pid.mdoc", .mdoc(documentType: "eu.europa.ec.eudi.pid.1"), "cose_key"),
            ])
    }

    func offer(transactionCode: String? = nil) -> CredentialOffer {
        let code = fresh("offer")
        state.withLock { $0.offers[code] = PreAuthorizedGrant(transactionCode: transactionCode, expiresAt: World.now + 300) }
        let description = transactionCode.map { TransactionCodeDescription(length: $0.count, description: "On the letter") }
        return CredentialOffer(
            issuer: World.issuer, configurationIDs: ["pid.sdjwt"], preAuthorizedCode: .init(code: code, transactionCode: description))
    }

    func fresh(_ kind: String) -> String {
        state.withLock {
            $0.counter += 1
            return "\(kind)-\($0.counter)-\(UInt64.random(in: .min ... .max))"
        }
    }

    var checks: OneTimeChecks {
        guard asksForNonces else {
            return OneTimeChecks { identifier, _ in self.state.withLock { $0.used.insert(identifier).inserted } }
        }
        return OneTimeChecks(
            use: { identifier, _ in self.state.withLock { $0.used.insert(identifier).inserted } },
            dpopNonceTime: { nonce in self.state.withLock { $0.dpopNonces.contains(nonce) ? World.now : nil } },
            challengeTime: { challenge in self.state.withLock { $0.challenges.remove(challenge) != nil ? World.now : nil } })
    }

    /// Simulates the user's login and consent.
    func browse(_ url: HTTPSURL) throws -> String {
        let request = try AuthorizationRequest(FormParameters(parsing: Array((url.query ?? "").utf8)))
        guard let pushed = state.withLock({ $0.pushed.removeValue(forKey: request.requestURI) }),
            pushed.request.clientID == request.clientID
        else { throw EndpointError(.invalidRequestURI, "request_uri") }
        let code = fresh("code")
        state.withLock { $0.codes[code] = CodeGrant(pushed, expiresAt: World.now + 60) }
        return AuthorizationResponse.code(code).redirect(
            to: pushed.request.redirectURI, state: pushed.request.state, issuer: World.server)
    }

    func answer(_ request: IssuanceRequest, now: Int64 = World.now) async throws -> IssuanceResponse {
        state.withLock { $0.log.append("\(request.method.rawValue) \(request.url.withoutQuery)") }
        let endpoint = endpoint(of: request)
        do {
            return try await answer(request, at: endpoint, now)
        } catch let error as EndpointError {
            let nonce = error.code == .useDPoPNonce ? fresh("dpop") : nil
            let challenge = error.code == .useAttestationChallenge ? fresh("challenge") : nil
            state.withLock {
                if let nonce { $0.dpopNonces.insert(nonce) }
                if let challenge { $0.challenges.insert(challenge) }
            }
            return error.response(at: endpoint, dpopNonce: nonce, challenge: challenge)
        }
    }

    private func endpoint(of request: IssuanceRequest) -> IssuanceEndpoint {
        switch request.url.text {
        case "https://issuer.example/.well-known/openid-credential-issuer/tenant": .issuerMetadata
        case "https://login.example/.well-known/oauth-authorization-server": .serverMetadata
        case "https://login.example/challenge": .challenge
        case "https://login.example/par": .pushedAuthorization
        case "https://login.example/token": .token
        case "https://issuer.example/nonce": .nonce
        case "https://issuer.example/credential": .credential
        case "https://issuer.example/notification": .notification
        default: .offer
        }
    }

    private func answer(_ request: IssuanceRequest, at endpoint: IssuanceEndpoint, _ now: Int64) async throws -> IssuanceResponse {
        switch endpoint {
        case .offer: return IssuanceResponse(json: offer().body)
        case .issuerMetadata: return IssuanceResponse(json: metadata.body)
        case .serverMetadata: return IssuanceResponse(json: serverMetadata.body)
        case .challenge:
            let challenge = fresh("challenge")
            state.withLock { _ = $0.challenges.insert(challenge) }
            return IssuanceResponse(json: ChallengeResponse(challenge: challenge).body)
        case .pushedAuthorization:
            let pushed = try await authorization.pushed(request, now: now, checks: checks)
            let uri = fresh("urn:ietf:params:oauth:request_uri:")
            state.withLock { $0.pushed[uri] = pushed }
            return IssuanceResponse(status: 201, json: PushedAuthorizationResponse(requestURI: uri, expiresIn: 60).body)
        case .token: return try await token(request, now)
        case .nonce:
            let nonce = fresh("nonce")
            state.withLock { _ = $0.nonces.insert(nonce) }
            return IssuanceResponse(json: NonceResponse(nonce: nonce).body)
        case .credential, .notification: return try await resource(request, at: endpoint, now)
        case .authorization: preconditionFailure("the browser's")
        }
    }

    private func token(_ request: IssuanceRequest, _ now: Int64) async throws -> IssuanceResponse {
        let (token, sender) = try await authorization.token(request, now: now, checks: checks)
        var configurations = ["pid.sdjwt", "pid.mdoc"]
        switch token {
        case .authorizationCode(let code, _, _):
            guard let grant = state.withLock({ $0.codes.removeValue(forKey: code) }) else { throw EndpointError(.invalidGrant, "code") }
            try grant.check(token, from: sender, now: now)
        case .preAuthorizedCode(let code, _):
            guard let grant = state.withLock({ $0.offers[code] }) else { throw EndpointError(.invalidGrant, "code") }
            try grant.check(token, now: now)
            state.withLock { _ = $0.offers.removeValue(forKey: code) }
            configurations = ["pid.sdjwt"]
        }
        let text = fresh("token")
        let grant = AccessGrant(
            clientID: sender.attestation.clientID, dpopThumbprint: sender.dpopThumbprint ?? "", expiresAt: now + 300,
            configurationIDs: configurations)
        state.withLock { $0.tokens[text] = grant }
        return IssuanceResponse(json: TokenResponse(accessToken: text, expiresIn: 300).body)
    }

    private func resource(_ request: IssuanceRequest, at endpoint: IssuanceEndpoint, _ now: Int64) async throws -> IssuanceResponse {
        let token = try credentials.accessToken(of: request)
        guard let grant = state.withLock({ $0.tokens[token] }) else { throw EndpointError(.invalidToken, "unknown") }
        try await credentials.authorize(request, token: token, grant: grant, now: now, checks: checks)
        if endpoint == .notification {
            let notification = try credentials.notification(request)
            state.withLock { $0.notified.append(notification) }
            return IssuanceResponse(status: 204)
        }
        let order = try await credentials.credential(request, grant: grant, now: now) { nonce in
            self.state.withLock { $0.nonces.remove(nonce) != nil }
        }
        state.withLock { $0.orders.append(order) }
        let issued = order.keys.map { "\(order.configuration.identifier).\($0.thumbprint)~" }
        return IssuanceResponse(json: CredentialResponse.issued(credentials: issued, notificationID: fresh("notification")).body)
    }
}
