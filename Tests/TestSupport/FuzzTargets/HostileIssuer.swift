// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import OpenID4VCI
import OpenID4VCIWallet

/// A wallet's conversation with an issuer, a server and a browser that answer anything.
struct HostileIssuer {
    private(set) var client: IssuanceClient
    /// The number of proofs in the last credential request.
    private var proofCount = 0

    /// More steps than any conversation has: the wallet fetches at most 32 data sets, with a nonce, proofs, a request and a notification for each.
    private static let maximumSteps = 512

    init(_ client: IssuanceClient) { self.client = client }

    /// Plays the wallet until it has finished or failed, or until there is no answer.
    ///
    /// - Parameter answer: the bytes of the next answer of an endpoint; nil ends the conversation.
    /// - Returns: `accepted` if the wallet has finished with credentials.
    mutating func play(_ answer: (IssuanceEndpoint) -> [UInt8]?) async throws(FuzzFinding) -> FuzzOutcome {
        for _ in 0..<Self.maximumSteps {
            switch client.step {
            case .send(let endpoint):
                guard try await makeRequest(at: endpoint) else { continue }
                guard let bytes = answer(endpoint) else { return .refused }
                try await take { client in try client.receive(FuzzAnswer.response(bytes), now: FuzzParties.now) }
            case .browse(_, let until):
                guard until >= FuzzParties.now, let bytes = answer(.authorization) else { return .refused }
                let address = String(decoding: FuzzAnswer.body(bytes), as: UTF8.self)
                try await take { client in try client.redirected(to: address) }
            case .askTransactionCode(let description):
                guard description.fits(FuzzIssuance.transactionCode) else { return .refused }
                try await take { client in try client.enter(transactionCode: FuzzIssuance.transactionCode) }
            case .prove(let order): try await prove(order)
            case .review(let issued): try await review(issued)
            case .finished: return .accepted
            case .failed:
                try FuzzFinding.unless(client.issued.isEmpty, "a failed session keeps credentials")
                try checkStorage()
                return .refused
            }
        }
        throw FuzzFinding("a conversation that does not end")
    }

    /// Does a step. Only the module's error is thrown, and the session fails exactly if the error says so.
    private mutating func take(_ body: (inout IssuanceClient) async throws -> Void) async throws(FuzzFinding) {
        var failure: IssuanceFailure?
        do {
            try await body(&client)
        } catch let error as IssuanceFailure {
            failure = error
        } catch {
            throw FuzzFinding("an error that is not the module's")
        }
        var isFailed = false
        if case .failed(let reason) = client.step {
            isFailed = true
            try FuzzFinding.unless(reason == failure, "a session that fails for another reason than it says")
        }
        try FuzzFinding.unless(isFailed == (failure?.endsSession ?? false), "an error that ends the session without saying so")
    }

    /// Makes the next request; false if the session failed. The access token leaves the wallet only for the issuer's own endpoints.
    private mutating func makeRequest(at endpoint: IssuanceEndpoint) async throws(FuzzFinding) -> Bool {
        var made: IssuanceRequest?
        try await take { client in
            made = try await client.request(with: Self.keys, now: FuzzParties.now, random: FuzzIssuance.random)
        }
        if case .failed = client.step { return false }
        guard let request = made else { throw FuzzFinding("a step that cannot be done") }
        let hasToken = !request.headers.values("Authorization").isEmpty
        try FuzzFinding.unless(
            hasToken == (endpoint == .credential || endpoint == .notification), "an access token at another endpoint, or none at its own")
        return true
    }

    /// Proves the wallet's own keys, as many as the issuer takes.
    private mutating func prove(_ order: KeyProofOrder) async throws(FuzzFinding) {
        let before = client.step
        let keys = FuzzIssuance.credentialKeys.prefix(order.maximumCount)
        proofCount = keys.count
        try await take { client in
            try client.prove(
                with: keys.map { try order.unsigned(key: JWK($0.publicKey), issuedAt: FuzzParties.now).signed(with: Self.signature) })
        }
        try FuzzFinding.unless(client.step != before, "proofs for the wallet's own keys are not taken")
    }

    /// Takes the credentials: of kinds that the metadata has, and never more than the wallet has proven keys.
    private mutating func review(_ issued: [IssuedCredentials]) async throws(FuzzFinding) {
        for credentials in issued {
            let isKnown = client.issuerMetadata?.configuration(credentials.configurationID) != nil
            try FuzzFinding.unless(
                isKnown && (1...max(1, proofCount)).contains(credentials.credentials.count), "credentials that the wallet did not ask for")
        }
        try checkStorage()
        try await take { client in try client.conclude(.accepted) }
        try FuzzFinding.unless(client.issued.isEmpty, "a concluded session keeps credentials")
    }

    /// A session that was stored and read again waits for the same.
    private func checkStorage() throws(FuzzFinding) {
        let restored = try? JSONDecoder().decode(IssuanceClient.self, from: JSONEncoder().encode(client))
        try FuzzFinding.unless(restored?.step == client.step, "a session that cannot be stored")
    }

    /// The signature of every token: this issuer checks none.
    private static let signature = [UInt8](repeating: 1, count: 64)

    private static var keys: IssuanceKeys {
        IssuanceKeys(
            dpopKey: JWK(FuzzIssuance.dpopKey.publicKey), signDPoP: { _ in signature }, attestation: FuzzIssuance.signedAttestation,
            signAttestationProof: { _ in signature })
    }
}
