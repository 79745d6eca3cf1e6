// SPDX-License-Identifier: EUPL-1.2

import JOSE
import JSON
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import StatusList
import Testing
import VerifierWorld
import WalletVerifier

@Suite("Answers to a session")
struct DeskAnswerTests {
    @Test("The same bytes get the same reply, and other bytes are refused")
    func twice() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, .sameDevice, returnURL: "https://shop.example/back")
            try await walk.fetch()
            var twin = walk
            let (body, other) = (try await walk.body(), try await twin.body())
            let reply = try await world.desk.answer(walk.walletToken, body: body)
            #expect(try await world.desk.answer(walk.walletToken, body: body) == reply)
            #expect(try await walk.answerRefusal(other)?.reason == .answeredBefore)
            _ = try await world.desk.result(
                of: walk.created.id, responseCode: String((reply.redirectURI ?? "").suffix(43)), for: try world.shop)
            #expect(try await world.desk.answer(walk.walletToken, body: body) == reply)
        }
    }

    @Test("Of 1,000 pairs of different answers at once, one each is accepted")
    func pairs() async throws {
        try await DeskWorld.with { world in
            for _ in 0..<1000 {
                var walk = try await DeskWalk(world)
                try await walk.fetch()
                var twin = walk
                let bodies = [try await walk.body(), try await twin.body()]
                let token = walk.walletToken
                let outcomes = await withTaskGroup(of: String.self) { group in
                    for body in bodies {
                        group.addTask {
                            do throws(DeskError) {
                                return try await world.desk.answer(token, body: body).state.rawValue
                            } catch {
                                if case .refused(let refusal) = error { return refusal.reason.rawValue }
                                return "store"
                            }
                        }
                    }
                    return await group.reduce(into: [String]()) { $0.append($1) }
                }
                #expect(outcomes.sorted() == ["answered", "answered_before"])
            }
        }
    }

    @Test("The same bytes at once are accepted once, with one reply")
    func sameAtOnce() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, .sameDevice, returnURL: "https://shop.example/back")
            try await walk.fetch()
            let (body, token) = (try await walk.body(), walk.walletToken)
            let replies = try await withThrowingTaskGroup(of: AnswerReply.self) { group in
                for _ in 0..<16 {
                    group.addTask { try await world.desk.answer(token, body: body) }
                }
                return try await group.reduce(into: Set<AnswerReply>()) { $0.insert($1) }
            }
            #expect(replies.count == 1 && replies.first?.state == .answered)
        }
    }

    @Test("Garbage leaves the session open")
    func garbage() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            #expect(try await walk.answerRefusal(Array("response=x".utf8))?.reason == .notFetched)
            try await walk.fetch()
            var other = try await DeskWalk(world)
            try await other.fetch()
            guard case .decide(let received) = walk.client.step else { throw DeskWalk.OtherStep() }
            let key = received.request.encryptionKey
            let foreignState = try VPToken(entries: [VPToken.Entry(id: "pid", texts: ["x"])], state: "other")
            let sealed = try CompactJWE.seal(foreignState.encode(), to: key, with: .a256GCM)
            let cases: [([UInt8], String)] = [
                ([], "form"), (Array("response=x".utf8), "form not_compact_jwe"),
                ([UInt8](repeating: 97, count: AnswerForm.maximumBytes + 1), "too_large"),
                (try await other.body(), "other_key"), (Array(AnswerForm.answer(sealed).encoded.utf8), "state"),
            ]
            for (body, detail) in cases {
                let refusal = try await walk.answerRefusal(body)
                #expect(refusal?.reason == .answer && refusal?.detail?.hasPrefix(detail.split(separator: " ")[0]) == true)
            }
            #expect(try await walk.state() == .fetched)
            let body = try await walk.body()
            #expect(try await world.desk.answer(walk.walletToken, body: body).state == .answered)
        }
    }

    @Test("An answer that is sealed to the session and breaks a rule fails it, and says why")
    func failed() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            try await walk.fetch()
            let body = try await walk.body { $0.set("vct", "urn:other") }
            for _ in 0..<2 {
                let refusal = try await walk.answerRefusal(body)
                #expect(refusal?.reason == .answer && refusal?.detail == "type" && refusal?.member == "vp_token.pid[0]")
            }
            let report = try await world.desk.report(on: walk.created.id, for: try world.shop)
            #expect(report.state == .failed && report.reason == "answer vp_token.pid[0] type")
            #expect(try await walk.resultReason(try world.shop) == .ended)
        }
    }

    @Test("A revoked or suspended credential fails the session", arguments: [TokenStatus.invalid, .suspended, .other(3)])
    func revoked(_ status: TokenStatus) async throws {
        try await DeskWorld.with(acceptsUnknownStatus: true) { world in
            world.statuses.set(status)
            var walk = try await DeskWalk(world)
            try await walk.fetch()
            let body = try await walk.body(change: withStatus)
            #expect(try await walk.answerRefusal(body)?.reason == .credentialRevoked)
            #expect(try await walk.state() == .failed)
        }
    }

    @Test("A status that is not known is refused, or said to a use that accepts it", arguments: [true, false])
    func unknown(_ isAccepted: Bool) async throws {
        try await DeskWorld.with(acceptsUnknownStatus: isAccepted) { world in
            for (status, said) in [(nil, "unknown"), (.valid, "valid")] as [(TokenStatus?, JSONValue)] {
                world.statuses.set(status)
                var walk = try await DeskWalk(world)
                try await walk.fetch()
                let body = try await walk.body(change: withStatus)
                let refusal = try await walk.answerRefusal(body)
                guard isAccepted || status != nil else {
                    #expect(refusal?.reason == .statusUnknown && refusal?.member == "vp_token.pid[0]")
                    continue
                }
                #expect(refusal == nil)
                let result = try await world.desk.result(of: walk.created.id, responseCode: nil, for: try world.shop)
                guard case .object(let credential)? = result.credentials.first else { throw DeskWalk.OtherStep() }
                #expect(credential["status"] == said)
            }
        }
    }

    private func withStatus(_ claims: inout JSONObject) {
        claims.set("status", ["status_list": ["idx": 3, "uri": "https://issuer.example/status/1"]])
    }
}
