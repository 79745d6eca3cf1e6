// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import JSON
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Testing

/// The wallet's handling of wrong, late, lost and oversized responses, and of steps out of order.
struct ClientRefusalTests {
    static func answer(_ endpoint: IssuanceEndpoint, _ response: IssuanceResponse) async throws -> Walk {
        var walk = Walk.login()
        walk.tamper = { at, received in if at == endpoint { received = response } }
        return walk
    }

    static func error(_ code: String, status: Int = 400) -> IssuanceResponse {
        IssuanceResponse(status: status, json: JSONObject([("error", .string(code))]).encode())
    }

    struct Case: Sendable {
        let name: String
        let endpoint: IssuanceEndpoint
        let response: IssuanceResponse
        let failure: IssuanceFailure

        init(_ name: String, _ endpoint: IssuanceEndpoint, _ response: IssuanceResponse, _ failure: IssuanceFailure) {
            self.name = name
            self.endpoint = endpoint
            self.response = response
            self.failure = failure
        }
    }

    /// Responses that no endpoint may give.
    static func anywhere(_ endpoint: IssuanceEndpoint) -> [Case] {
        let good = endpoint == .pushedAuthorization ? 201 : 200
        let malformed = IssuanceFailure.malformedAnswer(endpoint, reason: "")
        let location = HeaderFields([.init("Location", "https://evil.example")])
        return [
            Case("a redirect", endpoint, IssuanceResponse(status: 302, headers: location), malformed),
            Case("another media type", endpoint, IssuanceResponse(status: good, body: Array("{}".utf8)), malformed),
            Case("an error page", endpoint, IssuanceResponse(status: 500, body: Array("<h1>".utf8)), .unavailable(endpoint)),
            Case("too many requests", endpoint, IssuanceResponse(status: 429), .unavailable(endpoint)),
            Case("an unknown error", endpoint, error("made_up"), .refusedOtherwise(endpoint)),
            Case("not found", endpoint, IssuanceResponse(status: 404), .refusedOtherwise(endpoint)),
            Case("an array", endpoint, IssuanceResponse(status: good, json: Array("[]".utf8)), malformed),
            Case("far too much", endpoint, IssuanceResponse(status: good, json: [UInt8](repeating: 0x20, count: 9_000_000)), malformed),
        ]
    }

    static let everywhere: [IssuanceEndpoint] = [.issuerMetadata, .serverMetadata, .pushedAuthorization, .token, .nonce, .credential]

    static var cases: [Case] { everywhere.flatMap(anywhere) + single }

    static let single: [Case] = [
        Case(
            "201 is for pushed requests", .token, IssuanceResponse(status: 201, json: Array("{}".utf8)),
            .malformedAnswer(.token, reason: "")
        ),
        Case(
            "200 is not for pushed requests", .pushedAuthorization,
            IssuanceResponse(json: PushedAuthorizationResponse(requestURI: "a", expiresIn: 60).body),
            .malformedAnswer(.pushedAuthorization, reason: "")
        ),
        Case(
            "a bearer token", .token, IssuanceResponse(json: Array(#"{"access_token":"a","token_type":"Bearer"}"#.utf8)),
            .malformedAnswer(.token, reason: "")
        ),
        Case(
            "a token for other credentials", .token,
            IssuanceResponse(json: TokenResponse(accessToken: "a", expiresIn: 1, credentialIdentifiers: ["other": ["x"]]).body),
            .malformedAnswer(.token, reason: "")
        ),
        Case("a code that was used", .token, error("invalid_grant"), .refused(.token, .invalidGrant)),
        Case("a client that is not known", .token, error("invalid_client", status: 401), .refused(.token, .invalidClient)),
        Case("an error of another endpoint", .token, error("invalid_nonce"), .refusedOtherwise(.token)),
        Case("a nonce that is asked for and not given", .token, error("use_dpop_nonce"), .refused(.token, .useDPoPNonce)),
        Case(
            "two nonces", .token,
            IssuanceResponse(status: 400, headers: HeaderFields([.init("DPoP-Nonce", "a"), .init("dpop-nonce", "b")])),
            .malformedAnswer(.token, reason: "")
        ),
        Case(
            "a nonce of nonsense", .token, IssuanceResponse(status: 400, headers: HeaderFields([.init("DPoP-Nonce", "é")])),
            .malformedAnswer(.token, reason: "")
        ),
        Case(
            "a nonce that is too long", .token,
            IssuanceResponse(
                status: 400, headers: HeaderFields([.init("DPoP-Nonce", String(repeating: "n", count: Members.maximumNonceBytes + 1))])),
            .malformedAnswer(.token, reason: "")
        ),
        Case(
            "a challenge that is asked for and not given", .token, error("use_attestation_challenge"),
            .refused(.token, .useAttestationChallenge)
        ),
        Case(
            "later", .credential, IssuanceResponse(status: 202, json: Array(#"{"transaction_id":"a","interval":1}"#.utf8)),
            .unsupported(.deferredIssuance)
        ),
        Case(
            "later, with the status of now", .credential, IssuanceResponse(json: Array(#"{"transaction_id":"a","interval":1}"#.utf8)),
            .unsupported(.deferredIssuance)
        ),
        Case(
            "now, with the status of later", .credential,
            IssuanceResponse(status: 202, json: CredentialResponse.issued(credentials: ["a"], notificationID: nil).body),
            .malformedAnswer(.credential, reason: "")
        ),
        Case(
            "more than was asked for", .credential,
            IssuanceResponse(json: CredentialResponse.issued(credentials: ["a", "b", "c", "d"], notificationID: nil).body),
            .malformedAnswer(.credential, reason: "")
        ),
        Case("denied", .credential, error("credential_request_denied"), .refused(.credential, .credentialRequestDenied)),
        Case(
            "a token that has expired", .credential,
            IssuanceResponse(
                status: 401, headers: HeaderFields([.init("WWW-Authenticate", #"DPoP realm="a", error="invalid_token", algs="ES256""#)])
            ),
            .refused(.credential, .invalidToken)
        ),
        Case("a challenge without words", .credential, IssuanceResponse(status: 401), .refused(.credential, .invalidToken)),
    ]

    /// The failure without its reason text.
    static func withoutReason(_ failure: IssuanceFailure?) -> IssuanceFailure? {
        if case .malformedAnswer(let endpoint, _)? = failure { .malformedAnswer(endpoint, reason: "") } else { failure }
    }

    @Test(arguments: cases.indices) func `each wrong response causes its own failure, and only some failures end the session`(
        _ index: Int
    ) async throws {
        let tried = Self.cases[index]
        let (name, endpoint, response, failure) = (tried.name, tried.endpoint, tried.response, tried.failure)
        var walk = try await Self.answer(endpoint, response)
        let error = await #expect(throws: IssuanceFailure.self, "\(name) \(endpoint)") { try await walk.run() }
        #expect(Self.withoutReason(error) == failure, "\(name) \(endpoint)")
        if failure.endsSession {
            #expect(walk.client.step == .failed(error ?? .outOfOrder))
            await #expect(throws: IssuanceFailure.outOfOrder) {
                _ = try await walk.client.request(with: World.keys(), now: World.now, random: World.random)
            }
        } else {
            // The server is available again: the same request succeeds, unless the code has been used up.
            #expect(walk.client.step == .send(endpoint))
            walk.tamper = { _, _ in }
            do {
                try await walk.run()
            } catch let failure as IssuanceFailure {
                #expect(failure == .refused(.token, .invalidGrant) && endpoint == .token)
            }
        }
        #expect(!walk.issued.contains { $0.credentials.contains("a") })
    }

    @Test(arguments: [IssuanceEndpoint.pushedAuthorization, .token, .credential])
    func `a server that requests a nonce repeatedly gets only one`(_ endpoint: IssuanceEndpoint) async throws {
        var walk = Walk.login()
        var count = 0
        walk.tamper = { at, response in
            guard at == endpoint else { return }
            count += 1
            response = EndpointError(.useDPoPNonce, "").response(at: endpoint, dpopNonce: "nonce\(count)")
        }
        await #expect(throws: IssuanceFailure.refused(endpoint, .useDPoPNonce)) { try await walk.run() }
        #expect(count == 2)
    }

    @Test func `a server that requests challenges repeatedly gets only one, with and without a challenge endpoint`() async throws {
        for asks in [false, true] {
            var walk = Walk.login(TestServer(asksForNonces: asks))
            var count = 0
            walk.tamper = { at, response in
                guard at == .pushedAuthorization else { return }
                if response.headers.values("DPoP-Nonce").isEmpty { count += 1 }
                response = EndpointError(.useAttestationChallenge, "").response(at: at, dpopNonce: "n", challenge: asks ? nil : "c")
            }
            await #expect(throws: IssuanceFailure.refused(.pushedAuthorization, .useAttestationChallenge)) { try await walk.run() }
        }
    }

    @Test func `an expired or stale attestation is renewed and the session continues`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.pushedAuthorization) }
        let stale = try World.keys(attestation: World.attestation(expiresAt: World.now))
        await #expect(throws: IssuanceFailure.staleAttestation) {
            _ = try await walk.client.request(with: stale, now: World.now, random: World.random)
        }
        walk.tamper = { at, response in if at == .pushedAuthorization { response = Self.error("use_fresh_attestation", status: 401) } }
        await #expect(throws: IssuanceFailure.staleAttestation) { try await walk.run() }
        #expect(IssuanceFailure.staleAttestation.remedy == .renewAttestation)
        let again = walk
        walk.tamper = { _, _ in }
        try await walk.run()
        #expect(walk.client.step == .finished)
        walk = again
        await #expect(throws: IssuanceFailure.refused(.pushedAuthorization, .useFreshAttestation)) { try await walk.run() }
    }

    @Test func `a refusal because of the clock keeps the session, and the second one has the key proofs made again`() async throws {
        var walk = Walk.login()
        let members: [(String, JSONValue)] = [("error", "invalid_proof"), ("error_description", .string(ClockRefusal.text))]
        let refusal = IssuanceResponse(status: 400, json: JSONObject(members).encode())
        walk.tamper = { at, response in if at == .credential { response = refusal } }
        await #expect(throws: IssuanceFailure.clockDiffers) { try await walk.run() }
        #expect(walk.client.step == .send(.credential))
        await #expect(throws: IssuanceFailure.clockDiffers) { try await walk.run() }
        #expect(walk.client.step != .send(.credential))
        #expect(!IssuanceFailure.clockDiffers.endsSession && IssuanceFailure.clockDiffers.remedy == .tryLater)
    }

    @Test func `another wallet's keys and attestations are refused`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.token) }
        let other = World.P256Key()
        await #expect(throws: IssuanceFailure.otherKeys) {
            _ = try await walk.client.request(with: World.keys(dpop: other), now: World.now, random: World.random)
        }
        for attestation in [
            "", "a.b.c", try forge(["alg": "ES256", "typ": "oauth-client-attestation+jwt"], ["iss": "a", "sub": "b"], other),
        ] {
            await #expect(throws: IssuanceFailure.otherKeys) {
                _ = try await walk.client.request(with: World.keys(attestation: attestation), now: World.now, random: World.random)
            }
        }
        try await walk.run()
        #expect(walk.client.step == .finished)
    }

    @Test func `steps out of order change nothing`() async throws {
        var walk = Walk.login()
        var steps = 0
        while walk.client.step != .finished {
            let step = walk.client.step
            let before = walk.client
            if case .browse = step {
            } else {
                #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.redirected(to: World.redirectURI + "?code=a&state=b") }
            }
            #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.enter(transactionCode: "1234") }
            if case .prove = step {} else { #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.prove(with: []) } }
            if case .review = step {} else { #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.conclude(.accepted) } }
            if case .send = step {
            } else {
                #expect(throws: IssuanceFailure.outOfOrder) { try walk.client.receive(IssuanceResponse(status: 200), now: World.now) }
                await #expect(throws: IssuanceFailure.outOfOrder) {
                    _ = try await walk.client.request(with: World.keys(), now: World.now, random: World.random)
                }
            }
            #expect(walk.client == before)
            var passed = false
            try await walk.run { _ in
                defer { passed = true }
                return passed
            }
            steps += 1
        }
        #expect(steps == 10)
    }

    @Test func `the client refuses invalid proofs before it sends them`() async throws {
        var walk = Walk.login()
        let order = try await walk.runToProofs()
        #expect(order.maximumCount == 4 && order.audience == World.issuer && order.clientID == World.clientID && order.nonce != nil)
        let key = World.P256Key()
        func proof(_ key: World.P256Key) throws -> String { try order.unsigned(key: JWK(key.publicKey), issuedAt: World.now).sign(key) }
        for proofs in try [[], ["x"], [proof(key), proof(key)], (0..<5).map { _ in try proof(World.P256Key()) }, [proof(key), ""]] {
            #expect(throws: IssuanceFailure.unfitProofs) { try walk.client.prove(with: proofs) }
        }
        try walk.client.prove(with: [proof(key)])
        #expect(walk.client.step == .send(.credential))
    }

    @Test func `an access token that has expired is not sent`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.credential) }
        walk.now += 300
        await #expect(throws: IssuanceFailure.expired(.credential)) { try await walk.run() }
    }

    @Test func `a failed notification does not affect the credentials`() async throws {
        for (response, calls) in [
            (Self.error("invalid_notification_id"), 1), (IssuanceResponse(status: 404), 1), (IssuanceResponse(status: 302), 1),
            (EndpointError(.useDPoPNonce, "").response(at: .notification, dpopNonce: "n"), 2),
        ] {
            var walk = Walk.login()
            var count = 0
            walk.tamper = { at, received in
                guard at == .notification else { return }
                count += 1
                received = response
            }
            try await walk.run()
            #expect(walk.client.step == .finished && count == calls && walk.issued.first?.credentials.count == 3)
        }
        var walk = Walk.login()
        walk.tamper = { at, received in if at == .notification { received = IssuanceResponse(status: 503) } }
        await #expect(throws: IssuanceFailure.unavailable(.notification)) { try await walk.run() }
        walk.tamper = { _, _ in }
        try await walk.run()
        #expect(walk.client.step == .finished)
    }

    @Test func `every failure has a remedy, and the remedy of a failure that ends the session is never to wait`() {
        for code in EndpointErrorCode.allCases {
            for endpoint in code.endpoints {
                let failure = IssuanceFailure.refused(endpoint, code)
                #expect(failure.endsSession && [.none, .startOver, .giveUp].contains(failure.remedy), "\(code)")
                #expect((400...503).contains(code.status(at: endpoint)))
            }
            #expect(!code.endpoints.isEmpty)
        }
        #expect(IssuanceFailure.foreignRedirect.remedy == .waitOn && IssuanceFailure.unavailable(.token).remedy == .tryLater)
        #expect(IssuanceFailure.refused(.authorization, .accessDenied).remedy == .none)
    }
}
