// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import OpenID4VP
import OpenID4VPWallet
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifierSQLite

@testable import WalletVerifier

@Suite("The life of a session")
struct SessionLifeTests {
    @Test("A QR code leads to a result, which only its party reads, once")
    func crossDevice() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            #expect(try await walk.state() == .created)
            try await walk.fetch()
            #expect(try await walk.state() == .fetched)
            let (shop, other) = (try world.shop, try world.other)
            #expect(try await walk.resultReason(shop) == .notAnswered)
            let body = try await walk.body()
            let reply = try await world.desk.answer(walk.walletToken, body: body)
            #expect(reply.state == .answered && reply.redirectURI == nil)
            let report = try await world.desk.report(on: walk.created.id, for: shop)
            #expect(report.state == .answered && report.hasResult && report.sessionType == .crossDevice)
            #expect(try await walk.resultReason(other) == .notFound)
            #expect(try await reason { _ = try await world.desk.report(on: walk.created.id, for: other) } == .notFound)
            #expect(try await reason { try await world.desk.cancel(walk.created.id, for: other) } == .notFound)
            let result = try await world.desk.result(of: walk.created.id, responseCode: nil, for: shop)
            guard case .object(let credential)? = result.credentials.first, case .object(let claims)? = credential["claims"] else {
                Issue.record("there is no credential")
                return
            }
            #expect(claims["family_name"] == "van der Berg" && claims["given_name"] == nil)
            #expect(credential["id"] == "pid" && credential["status"] == "none")
            #expect(try await walk.resultReason(shop) == .resultTaken)
            #expect(try await !world.desk.report(on: walk.created.id, for: shop).hasResult)
        }
    }

    @Test("Of readers at once, one gets the result")
    func readers() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            _ = try await walk.answer()
            let (id, shop) = (walk.created.id, try world.shop)
            let results = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask { (try? await world.desk.result(of: id, responseCode: nil, for: shop)) != nil }
                }
                return await group.reduce(into: 0) { count, isRead in count += isRead ? 1 : 0 }
            }
            #expect(results == 1)
        }
    }

    @Test("A cancelled session takes no request and no answer")
    func cancelled() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            try await walk.fetch()
            let body = try await walk.body()
            let shop = try world.shop
            try await world.desk.cancel(walk.created.id, for: shop)
            try await world.desk.cancel(walk.created.id, for: shop)
            #expect(try await walk.answerRefusal(body)?.reason == .ended)
            #expect(try await walk.resultReason(shop) == .ended)
            #expect(try await walk.state() == .cancelled)
            var answered = try await DeskWalk(world)
            _ = try await answered.answer()
            let id = answered.created.id
            #expect(try await reason { try await world.desk.cancel(id, for: shop) } == .ended)
        }
    }

    @Test("An open session expires, takes no answer, and is gone some time later")
    func expired() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            try await walk.fetch()
            let body = try await walk.body()
            world.clock.advance(seconds: 900)
            #expect(try await walk.state() == .expired)
            #expect(try await walk.answerRefusal(body)?.reason == .ended)
            #expect(try await world.desk.sweep(limit: 10) == SweepReport(expired: 1, removed: 0))
            #expect(try await world.desk.sweep(limit: 10) == SweepReport(expired: 0, removed: 0))
            world.clock.advance(seconds: 300)
            #expect(try await world.desk.sweep(limit: 10) == SweepReport(expired: 0, removed: 1))
            #expect(try await reason { _ = try await walk.state() } == .notFound)
        }
    }

    @Test("A session whose contents do not open stops no sweep, and is removed")
    func damaged() async throws {
        try await DeskWorld.with { world in
            let now = VerifierWorld.now
            let damaged = StoredSession(
                key: "damaged".digest, pageKey: "page".digest, walletKey: "wallet".digest, party: "shop", state: .fetched, version: 3,
                expiresAt: now + 10, removeAt: now + 1000, contents: [1, 2, 3])
            #expect(try await world.store.add(damaged, openAtMost: 10, at: now))
            _ = try await DeskWalk(world)
            world.clock.advance(seconds: 900)
            // A server with the right secret may still come.
            #expect(try await world.desk.sweep(limit: 10) == SweepReport(expired: 1, removed: 0))
            world.clock.advance(seconds: 100)
            #expect(try await world.desk.sweep(limit: 10) == SweepReport(expired: 1, removed: 1))
            #expect(try await world.store.session(.session(damaged.key)) == nil)
        }
    }

    @Test("A wallet's error declines the session, once and only with its state")
    func declined() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world, .sameDevice, returnURL: "https://shop.example/back?n=1")
            try await walk.fetch()
            let token = walk.walletToken
            let forged = Array("error=access_denied&state=other".utf8)
            #expect(try await walk.answerRefusal(forged)?.reason == .answer)
            let declined = walk.client.decline(.stopped)
            let error = try #require(declined)
            let reply = try await world.desk.answer(token, body: error.body)
            #expect(reply.state == .declined)
            #expect(reply.redirectURI?.hasPrefix("https://shop.example/back?n=1&response_code=") == true)
            #expect(try await world.desk.answer(token, body: error.body) == reply)
            let report = try await world.desk.report(on: walk.created.id, for: try world.shop)
            #expect(report.state == .declined && report.reason == "access_denied" && !report.hasResult)
        }
    }

    @Test("A party has no more open sessions than allowed")
    func limit() async throws {
        try await DeskWorld.with(maximumOpen: 1) { world in
            let shop = try world.shop
            _ = try await world.desk.create(try DeskWalk.body(), for: shop)
            #expect(try await reason { _ = try await world.desk.create(try DeskWalk.body(), for: shop) } == .tooManyOpen)
            _ = try await world.desk.create(try DeskWalk.body(), for: try world.other)
        }
    }

    @Test("The private key is gone after an answer, and no token is in the file")
    func dropped() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            _ = try await walk.answer()
            let stored = try #require(try await world.store.session(.session(walk.created.id.digest)))
            let contents = try Sealer(secret: DeskWorld.secret).open(stored).contents
            #expect(contents.pending == nil && contents.result != nil)
            let bytes = Data(stored.contents)
            #expect(bytes.range(of: Data("van der Berg".utf8)) == nil && bytes.range(of: Data(walk.walletToken.utf8)) == nil)
        }
    }
}
