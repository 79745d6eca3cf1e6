// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import KillLink
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import PhoneSimulator
import Synchronization
import VerifierWorld
import X509

/// The verifier of the wallets under test, with the harness's clock. It keeps all that it receives, and examines each answer on arrival.
final class VerifierHouse: Sendable {
    /// A request, and what became of it.
    struct Session: Sendable {
        let party: TestVerifier
        let asked: AskedData
        /// The link to the wallet.
        let link: String
        /// The time of the first delivery of the request; nil before it.
        var fetchedAt: Date?
        /// The texts that the user has approved, by part; nil before an approval.
        var approved: [[String]]?
        /// The answers, as received.
        var forms: [[UInt8]] = []
    }

    /// What is wrong with a wallet.
    struct Problem: Sendable {
        enum Kind: Sendable { case twice, events, differ }
        let kind: Kind
        let text: String
    }

    private struct State {
        /// The requests to the present wallet.
        var sessions: [Session] = []
        /// The problems of the present wallet.
        var problems: [Problem] = []
        /// The answer for which each copy's key was used, of all wallets.
        var forms: [JWK: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let clock: VirtualClock
    private let verifier: AnswerVerifier

    /// - Parameter issuers: the root of the issuer's certificates.
    init(clock: VirtualClock, issuers: Certificate) {
        self.clock = clock
        verifier = AnswerVerifier(sdJWTRoots: [issuers], mdocRoots: [issuers], mdocProfile: .iso18013)
    }

    // MARK: Requests

    /// Begins with the next wallet.
    func begin() { state.withLock { ($0.sessions, $0.problems) = ([], []) } }

    /// Makes a new request, with a nonce and a key of its own.
    ///
    /// - Returns: the link to the wallet.
    func ask() -> String {
        state.withLock { state in
            let number = state.sessions.count
            var party = VerifierWorld.verifier
            party.nonce = Base64URL.encode(VerifierWorld.random(32))
            party.state = "state-\(number)"
            party.encryptionKey = EncryptionPrivateKey(keyID: "key-" + Base64URL.encode(VerifierWorld.random(8)))
            let parameters = FormParameters([
                ("client_id", party.clientID), ("request_uri", party.requestURI + "?n=\(number)"), ("request_uri_method", "post"),
            ])
            let link = "https://wallet.test/share?" + parameters.encoded
            state.sessions.append(Session(party: party, asked: AskedData(number: number), link: link))
            return link
        }
    }

    /// Records what the user approves of the request of a link.
    func noteApproval(_ link: String, _ values: [[String]]) {
        state.withLock { state in
            guard let number = state.sessions.firstIndex(where: { $0.link == link }) else { return }
            state.sessions[number].approved = values
        }
    }

    /// Handles a request of a phone; nil for one to another server.
    func answer(_ url: String, _ body: Data) async throws -> Answer? {
        guard let address = URLComponents(string: url), address.host == VerifierWorld.verifier.host else { return nil }
        if address.path == "/response/1" {
            await receive(Array(body))
            return response("application/json", "{}")
        }
        guard let number = address.queryItems?.first?.value.flatMap({ Int($0) }) else { return nil }
        let now = clock.now
        let session = state.withLock { state -> Session? in
            guard state.sessions.indices.contains(number) else { return nil }
            state.sessions[number].fetchedAt = state.sessions[number].fetchedAt ?? now
            return state.sessions[number]
        }
        guard let session else { return nil }
        let nonce = try FormParameters(parsing: Array(body))["wallet_nonce"]
        var claims = session.party.claims(session.asked.query, walletNonce: nonce)
        claims.set("iat", .integer(Int64(now.timeIntervalSince1970)))
        return response(SignedRequest.mediaType, try session.party.request(claims))
    }

    private func response(_ mediaType: String, _ text: String) -> Answer {
        .response(status: 200, mediaType: mediaType, body: Data(text.utf8), validator: nil, headers: [])
    }

    // MARK: Answers

    private func note(_ kind: Problem.Kind, _ text: String) { state.withLock { $0.problems.append(Problem(kind: kind, text: text)) } }

    private func receive(_ form: [UInt8]) async {
        do {
            // A stop is no answer.
            guard case .answer(let jwe) = try AnswerVerifier.read(form) else { return }
            try await receive(form, jwe)
        } catch {
            note(.differ, "an answer that is not valid: \(error)")
        }
    }

    private func receive(_ form: [UInt8], _ jwe: CompactJWE) async throws {
        let found = state.withLock { state -> (Int, Session)? in
            state.sessions.firstIndex { $0.party.encryptionKey.publicKey.keyID == jwe.keyID }.map { ($0, state.sessions[$0]) }
        }
        guard let (number, session) = found, let fetchedAt = session.fetchedAt else {
            return note(.differ, "an answer to no request of this wallet")
        }
        let party = session.party
        let expected = ExpectedAnswer(
            clientID: party.clientID, nonce: party.nonce, state: party.state ?? "", responseURI: party.responseURI,
            key: party.encryptionKey, query: try DCQLQuery(.object(session.asked.query)), types: [:])
        // An answer may arrive an hour after it was signed, which happens within minutes of the request.
        let copies = try PresentedCopy.all(in: try await verifier.verify(jwe, expected, at: fetchedAt).token)
        state.withLock { state in
            if let first = session.forms.first, first != form {
                state.problems.append(Problem(kind: .twice, text: "two different answers to one request"))
            }
            state.sessions[number].forms.append(form)
            for copy in copies {
                if let earlier = state.forms[copy.key], earlier != form {
                    state.problems.append(Problem(kind: .twice, text: "a copy's key in two different answers"))
                }
                state.forms[copy.key] = form
            }
            if copies.map(\.values) != session.approved {
                state.problems.append(Problem(kind: .differ, text: "an answer that is not what was approved"))
            }
        }
    }

    // MARK: The end

    /// Compares the events of the present wallet with what has arrived.
    ///
    /// - Returns: all problems of this wallet.
    func judge(_ events: [Report.Shared]) -> [Problem] {
        let (sessions, problems) = state.withLock { ($0.sessions, $0.problems) }
        var found: [String] = []
        for session in sessions {
            let own = events.filter { $0.names == session.asked.names }
            if own.count > 1 { found.append("\(own.count) events of one answer") }
            let outcome = own.first?.outcome
            let isArrived = !session.forms.isEmpty
            if isArrived, outcome != "delivered", outcome != "mayHaveArrived" {
                found.append("an answer that has arrived: \(outcome ?? "no event")")
            }
            if !isArrived, let outcome, outcome != "notSent", outcome != "mayHaveArrived" {
                found.append("an answer that has not arrived: \(outcome)")
            }
        }
        let known = Set(sessions.filter { $0.approved != nil }.map(\.asked.names))
        if events.contains(where: { !known.contains($0.names) }) { found.append("an event of something that was not approved") }
        if sessions.allSatisfy(\.forms.isEmpty) { found.append("no answer has arrived") }
        return problems + found.map { Problem(kind: .events, text: $0) }
    }
}
