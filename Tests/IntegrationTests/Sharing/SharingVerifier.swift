// SPDX-License-Identifier: EUPL-1.2

import DCQL
import Foundation
import JOSE
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import OpenID4VPVerifier
import PhoneSimulator
import PlatformSupport
import SwiftASN1
import Synchronization
import VerifierWorld
import X509

/// A verifier behind the phone's network, made of the world's verifier and the verifier's library. Every other request goes to the servers
/// of the fixture.
final class SharingVerifier: NetworkBridge {
    /// A request of the verifier, and what its wallet sends back.
    struct State {
        var party = VerifierWorld.verifier
        var query: JSONObject = [:]
        /// The registration certificate of the request; nil for none.
        var registration: String?
        /// The reply to an answer or an error.
        var reply = NetworkResponse(status: 200, mediaType: "application/json", body: Array("{}".utf8))
        /// The forms that have arrived at `response_uri`, in order.
        var forms: [[UInt8]] = []
    }

    let state = Mutex(State())
    private let fixture: Fixture
    /// The faults of the connection to the verifier.
    let plan: NetworkPlan

    init(_ fixture: Fixture) {
        self.fixture = fixture
        plan = NetworkPlan { [clock = fixture.clock] in clock.advance(by: $0) }
    }

    /// The forms that have arrived, in order.
    var forms: [[UInt8]] { state.withLock { $0.forms } }
    /// The path of `response_uri`.
    static let responsePath = "/response/1"

    // MARK: Requests

    /// Begins a new request, with a nonce and a key of its own.
    ///
    /// - Parameters:
    ///   - query: `dcql_query`.
    ///   - session: declared in `request_uri`; nil declares none.
    ///   - registration: the registration certificate to attach.
    /// - Returns: the link to the wallet.
    func ask(_ query: JSONObject, session: SessionType? = nil, registration: String? = nil) -> String {
        let party = state.withLock { state in
            state.party.nonce = Base64URL.encode(VerifierWorld.random(32))
            state.party.encryptionKey = EncryptionPrivateKey(keyID: "key-" + Base64URL.encode(VerifierWorld.random(8)))
            (state.query, state.registration) = (query, registration)
            return state.party
        }
        let uri = party.requestURI + (session.map { "?session_type=" + $0.rawValue } ?? "")
        let parameters = FormParameters([("client_id", party.clientID), ("request_uri", uri), ("request_uri_method", "post")])
        return "https://wallet.test/disclosure?" + parameters.encoded
    }

    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        guard request.url.hasPrefix("https://\(VerifierWorld.verifier.host)/") else { return try await fixture.network.send(request) }
        return try await plan.send(request) { request, path throws(NetworkError) in
            do {
                return try self.answer(request, path)
            } catch {
                throw NetworkError.unreachable
            }
        }
    }

    private func answer(_ request: NetworkRequest, _ path: String) throws -> NetworkResponse {
        let state = self.state.withLock { $0 }
        if path == Self.responsePath {
            self.state.withLock { $0.forms.append(request.body) }
            return state.reply
        }
        let nonce = try FormParameters(parsing: request.body)["wallet_nonce"]
        let object = try state.party.request(state.party.claims(state.query, walletNonce: nonce, registration: state.registration))
        return NetworkResponse(status: 200, mediaType: SignedRequest.mediaType, body: Array(object.utf8))
    }

    // MARK: Answers

    /// Verifies the last form as the answer to the present request.
    func verified() async throws -> VerifiedAnswer {
        let state = self.state.withLock { $0 }
        guard let form = state.forms.last, case .answer(let jwe) = try AnswerVerifier.read(form) else { throw Fixture.Refused() }
        let root = try Certificate(derEncoded: fixture.issuer.root)
        let verifier = AnswerVerifier(
            sdJWTRoots: [root], mdocRoots: [root], mdocProfile: DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: false))
        let expected = ExpectedAnswer(
            clientID: state.party.clientID, nonce: state.party.nonce, state: state.party.state ?? "",
            responseURI: state.party.responseURI, key: state.party.encryptionKey, query: try DCQLQuery(.object(state.query)), types: [:])
        return try await verifier.verify(jwe, expected, at: fixture.clock.now)
    }

    /// The error code of a form; nil for an answer.
    static func error(in form: [UInt8]) throws -> AuthorizationErrorCode? {
        guard case .error(let code, _) = try AnswerForm.read(form) else { return nil }
        return code
    }
}
