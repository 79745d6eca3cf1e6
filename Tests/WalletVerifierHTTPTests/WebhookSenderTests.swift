// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HTTPTypes
import JSON
import OAuthMessages
import ServerKit
import TestEnvironment
import Testing
import WalletVerifier

@testable import WalletVerifierHTTP

/// Webhooks over TLS, to a party's server.
@Suite(.timeLimit(.minutes(10))) struct WebhookSenderTests {
    private static let key = [UInt8](repeating: 9, count: 32)

    /// Ends a session of a party with a webhook at the peer.
    private static func with(
        _ body: @escaping @Sendable (_ world: HTTPWorld, _ peer: TLSPeer, _ session: String) async throws -> Void
    ) async throws {
        try await TLSPeer.with { peer in
            let webhook = PartyWebhook(url: try #require(HTTPSURL(peer.address("/here"))), key: key)
            try await HTTPWorld.with(webhook: webhook) { world async throws in
                let created = try await world.post("/sessions", ["dcql_query": HTTPWorld.query])
                let session = try #require(created.json.string("session"))
                #expect(try await world.send(.delete, "/sessions/\(session)", key: HTTPWorld.key).status == 204)
                try await body(world, peer, session)
            }
        }
    }

    private static func sender(
        _ world: HTTPWorld, _ client: OutboundHTTP, clock: any Clock<Duration> = ContinuousClock()
    ) -> WebhookSender {
        WebhookSender(
            desk: world.desk, client: client, metrics: VerifierMetrics(PrometheusRegistry(help: [:])), logger: world.log.logger,
            clock: clock)
    }

    @Test func `a party gets a signed message, once if it takes it, and the log has no session`() async throws {
        try await Self.with { world, peer, session async throws in
            peer.set(TLSPeer.Answer(status: 204))
            let sender = Self.sender(world, try peer.client)
            await sender.sendDue()
            await sender.sendDue()
            #expect(peer.received.count == 1)
            let message = try #require(peer.received.first)
            let json = try JSONObject(parsing: message.body)
            #expect(json["session"] == .string(session) && json["state"] == "cancelled")
            #expect(json.string("id") == message.header("Webhook-Id") && message.header("Content-Type") == "application/json")
            let time = try #require(message.header("Webhook-Timestamp"))
            let code = HMAC<SHA256>.authenticationCode(for: Array("\(time).".utf8) + message.body, using: SymmetricKey(data: Self.key))
            #expect(message.header("Webhook-Signature") == "v1=" + code.map { String(format: "%02x", Int($0)) }.joined())
            #expect(try await world.desk.counts().notes == 0)
            #expect(!world.log.text.contains(session))
        }
    }

    @Test func `an error and a redirect are no delivery: nothing is followed, and it is sent again after a growing pause`() async throws {
        try await Self.with { world, peer, session async throws in
            let sender = Self.sender(world, try peer.client)
            peer.set(TLSPeer.Answer(status: 500))
            await sender.sendDue()
            await sender.sendDue()
            #expect(peer.received.count == 1)
            peer.set(TLSPeer.Answer(status: 307, location: peer.address("/elsewhere")))
            world.clock.advance(seconds: 10)
            await sender.sendDue()
            #expect(peer.received.count == 2)
            world.clock.advance(seconds: 19)
            await sender.sendDue()
            #expect(peer.received.count == 2)
            peer.set(TLSPeer.Answer(status: 200))
            world.clock.advance(seconds: 1)
            await sender.sendDue()
            #expect(peer.received.map(\.path) == ["/here", "/here", "/here"])
            #expect(Set(peer.received.map { $0.header("Webhook-Id") }).count == 1)
            #expect(try await world.desk.counts().notes == 0)
            #expect(world.log.text.contains("webhook not delivered") && !world.log.text.contains(session))
            #expect(!world.log.text.contains("localhost"))
        }
    }

    @Test func `a party whose server does not answer has its share of the places, and the others are told meanwhile`() async throws {
        try await TLSPeer.with { peer in
            let held = PartyWebhook(url: try #require(HTTPSURL(peer.address("/held"))), key: Self.key)
            let here = PartyWebhook(url: try #require(HTTPSURL(peer.address("/here"))), key: Self.key)
            try await HTTPWorld.with(webhook: held, otherWebhook: here) { world async throws in
                func end(_ count: Int, _ key: String) async throws {
                    for _ in 0..<count {
                        let created = try await world.post("/sessions", ["dcql_query": HTTPWorld.query], key: key)
                        let session = try #require(created.json.string("session"))
                        #expect(try await world.send(.delete, "/sessions/\(session)", key: key).status == 204)
                    }
                }
                func count(_ path: String) -> Int { peer.received.count { $0.path == path } }
                let clock = ManualClock()
                let sender = Self.sender(world, try peer.client, clock: clock)
                try await end(WebhookSender.batch + 1, HTTPWorld.key)
                try await end(1, HTTPWorld.otherKey)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await sender.sendDue() }
                    try await eventually { count("/held") == WebhookSender.perParty && count("/here") == 1 }
                    // One that is due later is found although nothing has ended since.
                    try await end(1, HTTPWorld.otherKey)
                    #expect(await clock.nextSleep() == WebhookSender.pause)
                    clock.advance(by: WebhookSender.pause)
                    try await eventually { count("/here") == 2 }
                    #expect(count("/held") == WebhookSender.perParty)
                    peer.release()
                    try await group.waitForAll()
                }
                #expect(count("/held") == WebhookSender.batch + 1)
                #expect(try await world.desk.counts().notes == 0)
            }
        }
    }

    @Test func `a server whose certificate is not trusted is told nothing`() async throws {
        try await TLSPeer.with { other in
            try await Self.with { world, peer, _ async throws in
                let sender = Self.sender(world, try other.client)
                await sender.sendDue()
                #expect(peer.received.isEmpty)
                #expect(try await world.desk.counts().notes == 1)
            }
        }
    }
}
