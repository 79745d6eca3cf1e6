// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import Synchronization
import Testing

/// Complete issuances between wallet and server; the wallet loses its process at every step.
struct WalkTests {
    @Test func `a person logs in and gets a batch of credentials in both formats`() async throws {
        var walk = Walk.login(TestServer(), ["pid.sdjwt", "pid.mdoc"])
        try await walk.run()
        #expect(walk.client.step == .finished)
        #expect(walk.issued.map(\.configurationID) == ["pid.sdjwt", "pid.mdoc"])
        #expect(walk.issued.allSatisfy { $0.credentials.count == 3 })
        walk.server.state.withLock { state in
            #expect(state.notified.map(\.identifier) == walk.issued.compactMap(\.notificationID))
            #expect(state.notified.allSatisfy { $0.event == .accepted })
            #expect(state.orders.map(\.keys.count) == [3, 3])
            #expect(state.nonces.isEmpty && state.codes.isEmpty && state.pushed.isEmpty)
            #expect(
                state.log == [
                    "GET https://issuer.example/.well-known/openid-credential-issuer/tenant",
                    "GET https://login.example/.well-known/oauth-authorization-server", "POST https://login.example/par",
                    "POST https://login.example/token", "POST https://issuer.example/nonce", "POST https://issuer.example/credential",
                    "POST https://issuer.example/nonce", "POST https://issuer.example/credential",
                    "POST https://issuer.example/notification", "POST https://issuer.example/notification",
                ])
        }
    }

    @Test func `a server that requires nonces and challenges provides them after one refusal each`() async throws {
        var walk = Walk.login(TestServer(asksForNonces: true))
        try await walk.run()
        #expect(walk.client.step == .finished)
        #expect(walk.issued.first?.credentials.count == 3)
        let log = walk.server.state.withLock(\.log)
        for endpoint in ["par", "credential"] { #expect(log.filter { $0.hasSuffix("/" + endpoint) }.count > 1, "\(endpoint)") }
    }

    @Test func `an offer replaces the login, with and without a transaction code`() async throws {
        var walk = try Walk.offered()
        try await walk.run()
        #expect(walk.issued.first?.credentials.count == 3)
        walk = try Walk.offered(transactionCode: "4711")
        walk.transactionCodes = ["4711"]
        try await walk.run()
        #expect(walk.issued.first?.credentials.count == 3)
        let log = walk.server.state.withLock(\.log)
        #expect(!log.contains { $0.hasSuffix("/par") })
    }

    @Test func `an offer by reference is fetched before the metadata`() async throws {
        let link = try CredentialOfferLink(
            parsing: "openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffer%2F1")
        var walk = Walk(IssuanceClient(offer: link, clientID: World.clientID, redirectURI: World.redirectURI), TestServer())
        #expect(walk.client.step == .send(.offer))
        try await walk.run()
        #expect(walk.issued.first?.credentials.count == 3)
    }

    @Test func `a wrong transaction code may be corrected, and a malformed one is not sent`() async throws {
        var walk = try Walk.offered(transactionCode: "4711")
        try await walk.run { if case .askTransactionCode = $0 { true } else { false } }
        for code in ["", "471", "47111", "471a", "٤٧١١", "4 11"] {
            #expect(throws: IssuanceFailure.unfitTransactionCode, "\(code)") { try walk.client.enter(transactionCode: code) }
        }
        walk.transactionCodes = ["0815", "4711"]
        await #expect(throws: IssuanceFailure.transactionCodeRefused) { try await walk.run() }
        try await walk.run()
        #expect(walk.client.step == .finished)
    }

    @Test func `keys are attested if the issuer requires it`() async throws {
        let server = TestServer(keyAttestation: KeyAttestationRequirement(keyStorage: ["iso_18045_high"]))
        var walk = Walk.login(server)
        walk.attests = true
        try await walk.run()
        #expect(server.state.withLock { $0.orders.first?.keyAttestation?.keys.count } == 3)
        walk = Walk.login(server)
        await #expect(throws: IssuanceFailure.refused(.credential, .invalidProof)) { try await walk.run() }
    }

    @Test func `one proof with an attestation of several keys gives a credential for each key`() async throws {
        var walk = Walk.login()
        let order = try await walk.runToProofs()
        let keys = (0..<4).map { _ in World.P256Key() }
        let attestation = try World.keyAttestation(keys)
        try walk.client.prove(
            with: [order.unsigned(key: JWK(keys[2].publicKey), issuedAt: World.now, keyAttestation: attestation).sign(keys[2])])
        try await walk.run()
        #expect(walk.issued.first?.credentials.count == 4)
    }

    @Test func `an expired nonce is fetched again, once`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.credential) }
        walk.server.state.withLock { $0.nonces = [] }
        try await walk.send(.credential)
        #expect(walk.client.step == .send(.nonce))
        try await walk.run { $0 == .send(.credential) }
        walk.server.state.withLock { $0.nonces = [] }
        await #expect(throws: IssuanceFailure.refused(.credential, .invalidNonce)) { try await walk.send(.credential) }
    }

    @Test func `an ended session holds no secrets`() async throws {
        var walk = Walk.login()
        try await walk.run { $0 == .send(.credential) }
        var abandoned = walk.client
        abandoned.abandon()
        #expect(abandoned.step == .finished)
        try await walk.run()
        for client in [walk.client, abandoned] {
            let text = String(describing: client)
            for secret in ["token-", "nonce-", "code-", "notification-", "pid.sdjwt."] {
                #expect(!text.contains("\"\(secret)"), "\(secret)")
            }
        }
    }
}
