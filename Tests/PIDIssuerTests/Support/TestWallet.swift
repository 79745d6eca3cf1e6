// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import IssuerWorld
import JOSE
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet

@testable import PIDIssuer

/// A wallet built from the contract's own state machine. After every step its process is killed and restarted.
struct TestWallet {
    var client: IssuanceClient
    let stage: IssuerStage
    var keys: TestWalletKeys
    var proofCount = 3
    var person: String? = "999991772"
    var outcome = "success"
    var transactionCodes: [String] = []
    var conclusion = NotificationRequest.Event.accepted
    var issued: [IssuedCredentials] = []
    /// The keys of the credentials in order, by kind.
    var credentialKeys: [String: [P256.Signing.PrivateKey]] = [:]
    /// Changes a request before it is sent.
    var tamper: (IssuanceEndpoint, inout IssuanceRequest) throws -> Void = { _, _ in }
    /// Replaces the creation of proofs.
    var proofs: ((KeyProofOrder) throws -> [String])?
    /// The last request of each endpoint.
    var sent: [IssuanceEndpoint: IssuanceRequest] = [:]

    init(_ stage: IssuerStage, _ kinds: [PIDKind] = [.sdJWT], with others: TestWalletKeys? = nil) {
        self.stage = stage
        keys = others ?? stage.wallet
        client = IssuanceClient(
            issuer: IssuerStage.issuer, configurationIDs: kinds.map(\.identifier), clientID: keys.clientID,
            redirectURI: IssuerStage.redirectURI)
    }

    init(_ stage: IssuerStage, offer: String) throws {
        self.stage = stage
        keys = stage.wallet
        client = IssuanceClient(
            offer: try CredentialOfferLink(parsing: offer), clientID: stage.wallet.clientID, redirectURI: IssuerStage.redirectURI)
    }

    /// Runs until the session requests key proofs.
    ///
    /// - Throws: ``UnexpectedStep`` if the session ends before.
    mutating func runToProofs(_ fetch: @escaping Fetch) async throws -> KeyProofOrder {
        try await run(fetch) { if case .prove = $0 { true } else { false } }
        guard case .prove(let order) = client.step else { throw UnexpectedStep(step: client.step) }
        return order
    }

    /// Runs until the session opens the browser; returns the address.
    ///
    /// - Throws: ``UnexpectedStep`` if the session ends before.
    mutating func runToBrowser(_ fetch: @escaping Fetch) async throws -> HTTPSURL {
        try await run(fetch) { if case .browse = $0 { true } else { false } }
        guard case .browse(let address, _) = client.step else { throw UnexpectedStep(step: client.step) }
        return address
    }

    /// The session is not at the step that the test needs.
    struct UnexpectedStep: Error {
        let step: IssuanceClient.Step
    }

    /// Continues until the session ends or `stop` returns true.
    mutating func run(_ fetch: @escaping Fetch, until stop: (IssuanceClient.Step) -> Bool = { _ in false }) async throws {
        for _ in 0..<60 {
            client = try JSONDecoder().decode(IssuanceClient.self, from: JSONEncoder().encode(client))
            let step = client.step
            if stop(step) { return }
            switch step {
            case .send(let endpoint): try await send(endpoint, fetch)
            case .browse(let url, _):
                var browser = LoginBrowser(fetch)
                try client.redirected(to: try await browser.open(url.text, as: person, outcome: outcome))
            case .askTransactionCode: try client.enter(transactionCode: transactionCodes.removeFirst())
            case .prove(let order): try prove(order)
            case .review(let credentials):
                issued = credentials
                try client.conclude(conclusion)
            case .finished: return
            case .failed(let failure): throw failure
            }
        }
        throw IssuanceFailure.outOfOrder
    }

    mutating func send(_ endpoint: IssuanceEndpoint, _ fetch: Fetch) async throws {
        var request = try await client.request(with: keys.keys(), now: stage.now, random: IssuerStage.random)
        try tamper(endpoint, &request)
        sent[endpoint] = request
        try client.receive(try await fetch(request), now: stage.now)
    }

    mutating func prove(_ order: KeyProofOrder) throws {
        if let proofs { return try client.prove(with: proofs(order)) }
        let keys = (0..<proofCount).map { _ in P256.Signing.PrivateKey() }
        credentialKeys[order.configuration.identifier] = keys
        let now = stage.now
        try client.prove(with: keys.map { try order.unsigned(key: JWK($0.publicKey), issuedAt: now).sign($0) })
    }
}
