// SPDX-License-Identifier: EUPL-1.2

import JOSE
import OpenID4VP
import OpenID4VPWallet
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier

@Suite("The request of a session")
struct DeskRequestTests {
    @Test("The same wallet gets the same request again, and no other wallet does")
    func twice() async throws {
        try await DeskWorld.with { world in
            let walk = try await DeskWalk(world)
            let nonce = try #require(try walk.walletNonce())
            let first = try await fetch(walk, nonce)
            // A lost answer: the wallet comes again, later than any QR code is good.
            world.clock.advance(seconds: 60)
            #expect(try await fetch(walk, nonce) == first)
            #expect(try await walk.fetchReason(walletNonce: "another") == .fetchedByOther)
            #expect(try await walk.fetchReason() == .fetchedByOther)
        }
    }

    @Test("By GET, a request is served again only while its link is fresh")
    func get() async throws {
        try await DeskWorld.with { world in
            let walk = try await DeskWalk(world, isPost: false)
            let first = try await fetch(walk, nil)
            #expect(try await fetch(walk, nil) == first)
            #expect(try await walk.fetchReason(walletNonce: "nonce") == .fetchedByOther)
            world.clock.advance(seconds: 16)
            #expect(try await walk.fetchReason() == .linkExpired)
        }
    }

    @Test("The wallet's nonce is in the request, and a malformed one is refused")
    func walletNonce() async throws {
        try await DeskWorld.with { world in
            var walk = try await DeskWalk(world)
            for nonce in ["", "a b", "\u{e9}", String(repeating: "n", count: 129)] {
                #expect(try await walk.fetchReason(walletNonce: nonce) == .walletNonce)
            }
            // The wallet verifies its nonce.
            try await walk.fetch()
        }
    }

    @Test("A QR code is good for some seconds, a link on the same device as long as its session")
    func age() async throws {
        try await DeskWorld.with { world in
            let cross = try await DeskWalk(world)
            let same = try await DeskWalk(world, .sameDevice)
            world.clock.advance(seconds: 15)
            let fresh = try await DeskWalk(world)
            world.clock.advance(seconds: 1)
            #expect(try await cross.fetchReason() == .linkExpired)
            #expect(try await fresh.fetchReason() == nil)
            world.clock.advance(seconds: 600)
            #expect(try await same.fetchReason() == nil)
        }
    }

    @Test("A link that was changed, or is of another session or type, is refused")
    func forged() async throws {
        try await DeskWorld.with { world in
            let walk = try await DeskWalk(world)
            let same = try await DeskWalk(world, .sameDevice)
            let other = try await DeskWalk(world)
            let parts = walk.ephemeral.split(separator: ".")
            let later = "\(VerifierWorld.now + 1).\(parts[1])"
            for value in [same.ephemeral, other.ephemeral, later, "", ".", String(parts[0]), walk.ephemeral + ".", "x.\(parts[1])"] {
                #expect(try await walk.fetchReason(ephemeral: value) == .linkForged)
            }
            // A QR code does not become a link that lives longer.
            #expect(try await walk.fetchReason(type: .sameDevice) == .linkForged)
            let (desk, token) = (world.desk, walk.walletToken)
            #expect(
                try await reason {
                    _ = try await desk.request(token, sessionType: "cross_device", ephemeral: nil, walletNonce: nil)
                } == .linkForged)
            #expect(try await walk.fetchReason() == nil)
        }
    }

    @Test("A session type that the use does not have, or that is unknown, is refused")
    func sessionType() async throws {
        try await DeskWorld.with { world in
            let walk = try await DeskWalk(world, .sameDevice, use: "same")
            let view = try await world.desk.page(walk.pageToken, browser: walk.browser)
            #expect(view.crossDevice == nil && view.sameDevice != nil && view.partyName == "Boekwinkel")
            #expect(try await walk.fetchReason(type: .crossDevice) == .sessionType)
            let (desk, token, ephemeral) = (world.desk, walk.walletToken, walk.ephemeral)
            for type in [nil, "", "SAME_DEVICE"] as [String?] {
                #expect(
                    try await reason {
                        _ = try await desk.request(token, sessionType: type, ephemeral: ephemeral, walletNonce: nil)
                    } == .sessionType)
            }
        }
    }

    @Test("Every session has a key, a nonce and a state of its own")
    func fresh() async throws {
        try await DeskWorld.with { world in
            var seen: Set<String> = []
            for _ in 0..<3 {
                var walk = try await DeskWalk(world)
                try await walk.fetch()
                guard case .decide(let received) = walk.client.step else { throw DeskWalk.OtherStep() }
                let request = received.request
                seen.formUnion([request.nonce, request.state ?? "", request.encryptionKey.thumbprint.description])
            }
            #expect(seen.count == 9)
        }
    }

    @Test("A page is for the first browser that opens it")
    func browser() async throws {
        try await DeskWorld.with { world in
            let walk = try await DeskWalk(world)
            let (desk, token) = (world.desk, walk.pageToken)
            _ = try await desk.page(token, browser: walk.browser)
            #expect(try await reason { _ = try await desk.page(token, browser: desk.newBrowser()) } == .otherBrowser)
            #expect(try await reason { _ = try await desk.page("unknown", browser: walk.browser) } == .notFound)
            #expect(try await reason { _ = try await desk.page(walk.walletToken, browser: walk.browser) } == .notFound)
        }
    }

    private func fetch(_ walk: DeskWalk, _ nonce: String?) async throws -> String {
        try await walk.desk.request(
            walk.walletToken, sessionType: walk.type.rawValue, ephemeral: walk.ephemeral, walletNonce: nonce)
    }
}
