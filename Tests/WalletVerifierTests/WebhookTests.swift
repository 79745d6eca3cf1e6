// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import OAuthMessages
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier

@Suite("Webhooks")
struct WebhookTests {
    @Test("A party is told of an ended session, signed and without personal data")
    func told() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            #expect(try await world.desk.dueWebhooks(limit: 10).isEmpty)
            _ = try await walk.answer()
            let delivery = try #require(try await world.desk.dueWebhooks(limit: 10).first)
            #expect(delivery.url.text == "https://shop.example/hook" && delivery.attempt == 1)
            let body = try JSONObject(parsing: delivery.body)
            #expect(body.members.map { $0.name } == ["id", "session", "state", "time"])
            #expect(body["session"] == .string(walk.created.id) && body["state"] == "answered")
            let key = SymmetricKey(data: DeskWorld.webhookKey)
            let code = HMAC<SHA256>.authenticationCode(for: Array("\(VerifierWorld.now).".utf8) + delivery.body, using: key)
            let hex = code.map { String(format: "%02x", Int($0)) }.joined()
            #expect(delivery.headers.contains { $0.name == WebhookDelivery.signatureHeader && $0.value == "v1=" + hex })
            #expect(delivery.headers.contains { $0.name == WebhookDelivery.timeHeader && $0.value == "\(VerifierWorld.now)" })
        }
    }

    @Test("A webhook is sent until it is delivered, after growing pauses, and by the next server if one dies")
    func again() async throws {
        try await DeskWorld.with { world in
            let desk = world.desk
            let walk = try await DeskWalk(world)
            try await desk.cancel(walk.created.id, for: try world.shop)
            for pause in [Int64(10), 20, 40] {
                let delivery = try #require(try await desk.dueWebhooks(limit: 10).first)
                try await desk.settle(delivery, isDelivered: false)
                world.clock.advance(seconds: pause - 1)
                #expect(try await desk.dueWebhooks(limit: 10).isEmpty)
                world.clock.advance(seconds: 1)
            }
            // This one dies while sending.
            #expect(try await desk.dueWebhooks(limit: 10).count == 1)
            #expect(try await desk.dueWebhooks(limit: 10).isEmpty)
            world.clock.advance(seconds: 60)
            let last = try #require(try await desk.dueWebhooks(limit: 10).first)
            #expect(last.attempt == 5)
            try await desk.settle(last, isDelivered: true)
            #expect(try await desk.counts().notes == 0)
        }
    }

    @Test("A webhook is given up after a day, and a party without one is told nothing")
    func givenUp() async throws {
        try await DeskWorld.with { world in
            let desk = world.desk
            let walk = try await DeskWalk(world)
            try await desk.cancel(walk.created.id, for: try world.shop)
            world.clock.advance(seconds: 86_400)
            let delivery = try #require(try await desk.dueWebhooks(limit: 10).first)
            try await desk.settle(delivery, isDelivered: false)
            #expect(try await desk.counts().notes == 0)
            let other = try await desk.create(try DeskWalk.body(), for: try world.other)
            try await desk.cancel(other.id, for: try world.other)
            #expect(try await desk.counts().notes == 0)
        }
    }
}
