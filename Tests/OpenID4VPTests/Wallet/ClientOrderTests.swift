// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import OpenID4VPWallet
import StatusList
import Testing
import VerifierWorld

/// Every call at every step: it is processed at its own step and changes nothing at any other.
struct ClientOrderTests {
    /// The steps, and the ways of coming to them.
    enum Place: CaseIterable {
        case fetch, fetchStatus, decide, sign, sendAnswer, mayHaveArrived, delivered, sendError, declined
        /// A request of a known verifier that breaks a rule.
        case refused
        /// An answer that is no request, so that the verifier is not known.
        case unknown

        var calls: Set<Call> {
            switch self {
            case .fetch: [.receiveRequest, .decline]
            case .fetchStatus: [.receiveStatus, .decline]
            case .decide: [.approve, .decline]
            case .sign: [.signed, .decline]
            case .sendAnswer, .sendError: [.receiveReply, .noteLost]
            case .mayHaveArrived: [.resend]
            case .refused: [.decline]
            case .delivered, .declined, .unknown: []
            }
        }
    }

    enum Call: CaseIterable {
        case receiveRequest, receiveStatus, approve, signed, receiveReply, noteLost, resend, decline
    }

    private static func walk(to place: Place) async throws -> WalletWalk {
        var walk = try WalletWalk()
        switch place {
        case .fetch: break
        case .fetchStatus:
            let registration = try walk.registration(hasStatus: true)
            try await walk.receive(walk.verifier.claims(WalletWalk.query(WalletWalk.sdJWT), registration: registration))
        case .decide: try await walk.receive()
        case .sign:
            try await walk.receive()
            try walk.client.approve([try await WalletWalk.chosenPID()], at: VerifierWorld.time)
        case .sendAnswer, .mayHaveArrived, .delivered:
            try await walk.receive()
            try await walk.answer()
            if place == .mayHaveArrived { walk.client.noteLost() }
            if place == .delivered { try walk.client.receiveReply(WalletWalk.reply()) }
        case .sendError, .declined:
            try await walk.receive()
            _ = walk.client.decline(.stopped)
            if place == .declined { try walk.client.receiveReply(WalletWalk.reply()) }
        case .refused:
            let claims = walk.claims(WalletWalk.query(WalletWalk.sdJWT), ["nonce": nil])
            await #expect(throws: PresentationFailure.refused(RequestRefusal(.nonce))) { try await walk.receive(claims) }
        case .unknown:
            await #expect(throws: PresentationFailure.refused(RequestRefusal(.requestMalformed))) {
                try await walk.client.receiveRequest(WalletWalk.answer("not a request"), at: VerifierWorld.time)
            }
        }
        return walk
    }

    /// Calls with contents that are right at the call's own step. Returns what `decline` returns.
    private static func perform(_ call: Call, _ walk: inout WalletWalk) async throws -> WalletRequest? {
        switch call {
        case .receiveRequest: try await walk.receive()
        case .receiveStatus: try walk.client.receiveStatus(.valid)
        case .approve: try walk.client.approve([try await WalletWalk.chosenPID()], at: VerifierWorld.time)
        case .signed:
            let input = walk.inputs?.first ?? [1, 2, 3]
            try walk.client.signed([try TestCards.sign(input)], holders: [WalletWalk.holder])
        case .receiveReply: try walk.client.receiveReply(WalletWalk.reply())
        case .noteLost: walk.client.noteLost()
        case .resend: try walk.client.resend()
        case .decline: return walk.client.decline(.stopped)
        }
        return nil
    }

    @Test(arguments: Place.allCases, Call.allCases)
    func `a call is processed at its own step, and changes nothing at another`(_ place: Place, _ call: Call) async throws {
        var walk = try await Self.walk(to: place)
        let before = walk.client.step
        var failure: PresentationFailure?
        var request: WalletRequest?
        do {
            request = try await Self.perform(call, &walk)
        } catch let error as PresentationFailure {
            failure = error
        }
        if place.calls.contains(call) {
            #expect(failure == nil)
            #expect(walk.client.step != before)
        } else {
            let expected: PresentationFailure? = call == .noteLost || call == .decline ? nil : .outOfOrder
            #expect(failure == expected)
            #expect(walk.client.step == before)
            #expect(request == nil)
        }
    }

    @Test func `each place of this suite is at the step that it is named after`() async throws {
        for place in Place.allCases {
            let step = try await Self.walk(to: place).client.step
            let isThere =
                switch (place, step) {
                case (.fetch, .fetch), (.fetchStatus, .fetchStatus), (.decide, .decide), (.sign, .sign), (.sendAnswer, .send),
                    (.sendError, .send), (.mayHaveArrived, .finished(.mayHaveArrived)), (.delivered, .finished(.delivered)),
                    (.declined, .finished(.declined)), (.refused, .failed(.refused)), (.unknown, .failed(.refused)):
                    true
                default: false
                }
            #expect(isThere, "\(place)")
        }
    }

    @Test func `an answer that may have arrived is sent again with the same bytes`() async throws {
        var walk = try await Self.walk(to: .sendAnswer)
        let first = walk.sent
        for _ in 0..<3 {
            walk.client.noteLost()
            #expect(walk.client.step == .finished(.mayHaveArrived))
            try walk.client.resend()
            #expect(walk.sent == first)
        }
        #expect(first != nil)
        try walk.client.receiveReply(WalletWalk.reply())
        #expect(walk.client.step == .finished(.delivered(redirect: nil, droppedRedirect: false)))
    }
}
