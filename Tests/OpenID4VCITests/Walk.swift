// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet

/// Runs a wallet's session with a server; the session is stored and restored after every step, as if the process had been killed.
struct Walk {
    var client: IssuanceClient
    let server: TestServer
    var now = World.now
    var transactionCodes: [String] = []
    var proofCount = 3
    /// Attests the keys of the proofs.
    var attests = false
    var issued: [IssuedCredentials] = []
    /// Changes a response in transit.
    var tamper: (IssuanceEndpoint, inout IssuanceResponse) -> Void = { _, _ in }
    /// Changes a request in transit.
    var tamperRequest: (IssuanceEndpoint, inout IssuanceRequest) -> Void = { _, _ in }
    /// Changes the URL with which the browser returns.
    var tamperRedirect: (String) -> String = { $0 }

    init(_ client: IssuanceClient, _ server: TestServer) {
        self.client = client
        self.server = server
    }

    static func login(_ server: TestServer = TestServer(), _ identifiers: [String] = ["pid.sdjwt"]) -> Walk {
        Walk(
            IssuanceClient(
                issuer: World.issuer, configurationIDs: identifiers, clientID: World.clientID, redirectURI: World.redirectURI), server)
    }

    static func offered(_ server: TestServer = TestServer(), transactionCode: String? = nil) throws -> Walk {
        let link = try CredentialOfferLink(parsing: CredentialOfferLink.value(server.offer(transactionCode: transactionCode)).link())
        return Walk(IssuanceClient(offer: link, clientID: World.clientID, redirectURI: World.redirectURI), server)
    }

    /// Runs until the session requests key proofs.
    ///
    /// - Throws: ``UnexpectedStep`` if the session ends first.
    mutating func runToProofs() async throws -> KeyProofOrder {
        try await run { if case .prove = $0 { true } else { false } }
        guard case .prove(let order) = client.step else { throw UnexpectedStep(step: client.step) }
        return order
    }

    /// Runs until the session opens the browser.
    ///
    /// - Returns: the URL, and the instant in seconds since 1970 after which it expires.
    /// - Throws: ``UnexpectedStep`` if the session ends first.
    mutating func runToBrowser() async throws -> (address: HTTPSURL, deadline: Int64) {
        try await run { if case .browse = $0 { true } else { false } }
        guard case .browse(let address, let deadline) = client.step else { throw UnexpectedStep(step: client.step) }
        return (address, deadline)
    }

    /// An error: the session is not at the step that the test needs.
    struct UnexpectedStep: Error {
        let step: IssuanceClient.Step
    }

    /// Runs until no step is left, or until `stop` returns true.
    mutating func run(until stop: (IssuanceClient.Step) -> Bool = { _ in false }) async throws {
        for _ in 0..<60 {
            client = try JSONDecoder().decode(IssuanceClient.self, from: JSONEncoder().encode(client))
            let step = client.step
            if stop(step) { return }
            switch step {
            case .send(let endpoint): try await send(endpoint)
            case .browse(let url, _): try client.redirected(to: tamperRedirect(server.browse(url)))
            case .askTransactionCode: try client.enter(transactionCode: transactionCodes.removeFirst())
            case .prove(let order): try prove(order)
            case .review(let credentials):
                issued = credentials
                try client.conclude(.accepted)
            case .finished: return
            case .failed(let failure): throw failure
            }
        }
        throw IssuanceFailure.outOfOrder
    }

    mutating func send(_ endpoint: IssuanceEndpoint) async throws {
        var request = try await client.request(with: World.keys(), now: now, random: World.random)
        tamperRequest(endpoint, &request)
        var response = try await server.answer(request, now: now)
        tamper(endpoint, &response)
        try client.receive(response, now: now)
    }

    mutating func prove(_ order: KeyProofOrder) throws {
        let keys = (0..<proofCount).map { _ in P256.Signing.PrivateKey() }
        let attestation = attests ? try World.keyAttestation(keys, nonce: order.nonce) : nil
        try client.prove(
            with: keys.map {
                try order.unsigned(key: JWK($0.publicKey), issuedAt: now, keyAttestation: attestation).sign($0)
            })
    }
}
