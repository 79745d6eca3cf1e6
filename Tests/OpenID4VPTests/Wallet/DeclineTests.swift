// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import Testing
import VerifierWorld

/// A verifier learns of a declined presentation that it has ended and nothing else, and only if it is known.
struct DeclineTests {
    private static let causes: [Decline] = [.stopped, .missing, .notAuthenticated, .blocked]

    /// Receives a request that is refused.
    private static func refused(_ walk: inout WalletWalk, _ changes: [String: JSONValue?]) async throws -> RequestRefusal {
        do {
            try await walk.receive(walk.claims(WalletWalk.query(WalletWalk.sdJWT), changes))
        } catch PresentationFailure.refused(let refusal) {
            return refusal
        }
        throw WalletWalk.OtherStep()
    }

    // MARK: Alike from outside

    @Test func `every cause, at every step, sends the same bytes`() async throws {
        var walk = try WalletWalk()
        let registration = try walk.registration(hasStatus: true)
        try await walk.receive(walk.verifier.claims(WalletWalk.query(WalletWalk.sdJWT), registration: registration))
        var clients = [walk.client]
        try walk.client.receiveStatus(nil)
        clients.append(walk.client)
        var late = walk.client
        #expect(throws: PresentationFailure.expired) { try late.approve([], at: VerifierWorld.time.addingTimeInterval(301)) }
        clients.append(late)
        try walk.client.approve([try await WalletWalk.chosenPID()], at: VerifierWorld.time)
        clients.append(walk.client)
        var refused = try WalletWalk()
        _ = try await Self.refused(&refused, ["transaction_data": ["e30"]])
        clients.append(refused.client)
        var requests: Set<WalletRequest> = []
        for client in clients {
            for cause in Self.causes {
                var client = client
                let request = client.decline(cause)
                requests.insert(try #require(request))
            }
        }
        #expect(requests.count == 1)
        #expect(requests.first.map { String(decoding: $0.body, as: UTF8.self) } == "error=access_denied&state=state-1")
    }

    @Test func `without a state the code stands alone`() async throws {
        var walk = try WalletWalk()
        try await walk.receive(walk.claims(WalletWalk.query(WalletWalk.sdJWT), ["state": nil]))
        _ = walk.client.decline(.missing)
        #expect(walk.sentText == "error=access_denied")
    }

    @Test func `the error has the fields of an answer`() async throws {
        var walk = try WalletWalk()
        try await walk.receive()
        var declining = walk
        let declined = declining.client.decline(.stopped)
        let error = try #require(declined)
        #expect(declining.sent == error)
        try await walk.answer()
        let answer = try #require(walk.sent)
        #expect(error.isPost && error.isPost == answer.isPost && error.url == answer.url)
        #expect(error.accept == answer.accept && error.contentType == answer.contentType)
        #expect(error.maximumAnswerBytes == answer.maximumAnswerBytes)
        #expect(error.url.text == walk.verifier.responseURI)
    }

    @Test func `an approval that came too late is declined as any other`() async throws {
        var walk = try WalletWalk()
        try await walk.receive()
        let chosen = [try await WalletWalk.chosenPID()]
        #expect(throws: PresentationFailure.expired) {
            try walk.client.approve(chosen, at: VerifierWorld.time.addingTimeInterval(301))
        }
        _ = walk.client.decline(.stopped)
        #expect(walk.sentText == "error=access_denied&state=state-1")
    }

    // MARK: Refusals

    @Test(
        arguments: [
            ("nonce", nil, "invalid_request"), ("response_type", "id_token", "unsupported_response_type"),
            ("transaction_data", ["e30"], "invalid_transaction_data"), ("redirect_uri", "https://shop.example/", "invalid_request"),
            ("exp", 1, "invalid_request"), ("dcql_query", ["credentials": []], "invalid_request"),
            (
                "client_metadata",
                [
                    "jwks": ["keys": [.object(VerifierWorld.verifier.encryptionKey.publicKey.json)]],
                    "vp_formats_supported": ["jwt_vc_json": [:]],
                ],
                "vp_formats_not_supported"
            ),
        ] as [(String, JSONValue?, String)])
    func `a refused request is answered with its code, once the person has acted`(
        _ name: String, _ value: JSONValue?, _ code: String
    ) async throws {
        var walk = try WalletWalk()
        let refusal = try await Self.refused(&walk, [name: value])
        #expect(walk.client.step == .failed(.refused(refusal)))
        #expect(walk.client.verifier?.tradeName == walk.verifier.tradeName)
        let posted = walk.client.decline(.refused(refusal))
        let request = try #require(posted)
        #expect(String(decoding: request.body, as: UTF8.self) == "error=\(code)&state=state-1")
        #expect(request.url.text == walk.verifier.responseURI)
        try walk.client.receiveReply(WalletWalk.reply(status: 400))
        #expect(walk.client.step == .finished(.declined(redirect: nil)))
    }

    @Test func `a refused scope has its own code`() async throws {
        var walk = try WalletWalk()
        let refusal = try await Self.refused(&walk, ["scope": "pid", "dcql_query": nil])
        _ = walk.client.decline(.refused(refusal))
        #expect(walk.sentText == "error=invalid_scope&state=state-1")
    }

    @Test func `a state that is not acceptable is not sent back`() async throws {
        var walk = try WalletWalk()
        let refusal = try await Self.refused(&walk, ["state": "a b"])
        #expect(refusal.reason == .state)
        _ = walk.client.decline(.refused(refusal))
        #expect(walk.sentText == "error=invalid_request")
    }

    // MARK: Told nothing

    @Test(arguments: ["https://garage.example/response", "http://shop.example/response", "shop.example", ""])
    func `an address that is not the verifier's is sent nothing, whatever the cause`(_ address: String) async throws {
        var walk = try WalletWalk()
        let refusal = try await Self.refused(&walk, ["response_uri": .string(address)])
        #expect(walk.client.verifier != nil)
        for cause in Self.causes + [.refused(refusal)] {
            #expect(walk.client.decline(cause) == nil)
            #expect(walk.client.step == .failed(.refused(refusal)))
        }
    }

    @Test func `a verifier that is not known is sent nothing`() async throws {
        let untrusting = WalletSettings(accessRoots: [VerifierWorld.falseAccessRoot.certificate], registrarRoots: [])
        var walk = try WalletWalk(settings: untrusting)
        let refusal = try await Self.refused(&walk, [:])
        #expect(refusal.reason == .certificateChain)
        #expect(walk.client.verifier == nil)
        #expect(walk.client.decline(.stopped) == nil)
        #expect(walk.client.decline(.refused(refusal)) == nil)
        #expect(walk.client.step == .failed(.refused(refusal)))
    }

    @Test func `nothing is sent before a request has been received`() throws {
        var walk = try WalletWalk()
        #expect(walk.client.decline(.stopped) == nil)
        #expect(walk.client.step == .finished(.declined(redirect: nil)))
    }

    @Test func `a refusal that is not posted ends the session in silence`() async throws {
        for reason in RequestRefusal.Reason.allCases where !RequestRefusal(reason).isPosted {
            var walk = try WalletWalk()
            try await walk.receive()
            #expect(walk.client.decline(.refused(RequestRefusal(reason))) == nil)
            #expect(walk.client.step == .finished(.declined(redirect: nil)))
        }
    }

    @Test func `an answer that was made is not taken back`() async throws {
        var walk = try WalletWalk()
        try await walk.receive()
        try await walk.answer()
        let answer = walk.sent
        #expect(walk.client.decline(.stopped) == nil)
        #expect(walk.sent == answer && answer != nil)
    }

    // MARK: The reply

    @Test func `a redirect in the reply to an error is kept on the same device only`() async throws {
        for (session, isKept) in [(SessionType.sameDevice, true), (.crossDevice, false)] {
            var walk = try WalletWalk(arrivedBy: session)
            try await walk.receive()
            _ = walk.client.decline(.stopped)
            try walk.client.receiveReply(WalletWalk.reply(#"{"redirect_uri":"https://shop.example/back"}"#))
            #expect(walk.client.step == .finished(.declined(redirect: isKept ? RedirectURI("https://shop.example/back") : nil)))
        }
    }

    @Test func `an error is sent once, whatever becomes of it`() async throws {
        for status in [200, 302, 400, 404, 410, 500] {
            var walk = try WalletWalk()
            try await walk.receive()
            _ = walk.client.decline(.stopped)
            try walk.client.receiveReply(WalletWalk.reply("", status: status))
            #expect(walk.client.step == .finished(.declined(redirect: nil)))
        }
        var lost = try WalletWalk()
        try await lost.receive()
        _ = lost.client.decline(.stopped)
        lost.client.noteLost()
        #expect(lost.client.step == .finished(.declined(redirect: nil)))
        #expect(throws: PresentationFailure.outOfOrder) { try lost.client.resend() }
    }
}
