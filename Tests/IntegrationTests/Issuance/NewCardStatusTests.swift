// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PhoneSimulator
import PlatformSupport
import StatusList
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The status of a newly issued card, and the stored status lists.
@Suite(.timeLimit(.minutes(20)))
struct NewCardStatusTests {
    private func wait(for status: CardStatus, in stream: AsyncStream<Cards>) async {
        for await cards in stream {
            if case .shown(let cards) = cards, cards.map(\.status) == [status] { return }
        }
    }

    @Test func `the status of a new card is requested immediately, without an unlock`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            try fixture.issuer.setStatus(.invalid)
            let stream = try await core.setCardsStream()
            // The core has made its request after the unlock, for no card, and waits for events.
            let keeping = Task { await core.keepCardStatuses(by: fixture.clock) }
            try await fixture.accept(core)
            await wait(for: .revoked, in: stream)
            keeping.cancel()
            await keeping.value
            #expect(try await core.events().map(\.kind) == [.revoked, .issued])
        }
    }

    @Test func `a status has the age of its list, not of the answer that brought it`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            _ = try await core.refreshCardStatuses()
            fixture.clock.advance(by: 90)
            let before = fixture.clock.now
            fixture.network.stage(.wait { fixture.clock.advance(by: 30) }, atPath: "/status")
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.updatedAt) == [before])
            // The stored list is that old too.
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.updatedAt) == [before])
        }
    }

    @Test func `a status list from before a card was issued does not count for the card`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            _ = try await fixture.preview(core)
            // The stored list is still fresh, but older than the card.
            fixture.clock.advance(by: 10)
            try fixture.issuer.setStatus(.suspended)
            try await fixture.accept(core)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.value) == [.suspended])
        }
    }

    @Test func `setting the clock back freezes no status: lists are fetched as often as before and expire as usual`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            try fixture.issuer.setStatus(.suspended)
            // Card, status and stored list are now dated in the future.
            fixture.clock.turn(by: -600)
            let back = fixture.clock.now
            _ = try await core.unlock(pin: pin(Fixture.right))
            #expect(try await core.refreshCardStatuses())
            let values = try await core.entries().map(\.status.value)
            #expect(values == [.suspended])
            #expect(try await core.entries().map(\.status.updatedAt) == [back])
            for _ in 1...3 {
                fixture.clock.advance(by: 60)
                #expect(try await core.refreshCardStatuses())
                #expect(try await core.entries().map(\.status.updatedAt) == [fixture.clock.now])
            }
            try fixture.issuer.setStatus(.invalid)
            fixture.clock.advance(by: 60)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.value) == [.revoked])
        }
    }

    @Test func `a wallet that is wiped during a fetch of status lists leaves no list to the next wallet`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            let right = try pin(Fixture.right)
            let isReplaced = Mutex(false)
            fixture.network.stage(
                .wait {
                    try? await core.wipe()
                    isReplaced.withLock { $0 = true }
                    try? await core.register(pin: right)
                }, atPath: "/status")
            await #expect(throws: WalletCoreError(.notRegistered, "")) { try await core.refreshCardStatuses() }
            #expect(isReplaced.withLock { $0 })
            #expect(try await core.isUnlocked())
            #expect(try await core.statusLists.isEmpty)
        }
    }

    @Test func `only status lists that a card refers to are stored`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.statusLists.keys.sorted() == [TestIssuer.url + "/status"])
            fixture.issuer.state.withLock { $0.statusPath = "/status/2" }
            _ = try await fixture.preview(core)
            try await fixture.accept(core)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.statusLists.keys.sorted() == [TestIssuer.url + "/status/2"])
        }
    }

    @Test(arguments: [true, false])
    func `a failed fetch stores no list and does not renew the age of the known status`(isLost: Bool) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            let before = try await core.entries().map(\.status.updatedAt)
            fixture.clock.advance(by: 90)
            fixture.network.stage(
                isLost ? .loseReply : .rewrite { .init(status: 200, mediaType: $0.mediaType, body: [1, 2, 3]) }, atPath: "/status")
            #expect(try await !core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.updatedAt) == before)
        }
    }

    /// The paths of all requests for status lists so far.
    private static func asked(_ fixture: Fixture) -> [String] {
        fixture.network.sent.map(\.path).filter { $0.hasPrefix("/status") || $0.hasPrefix("/lists") }
    }

    private static func redirect(_ status: Int, to location: String?) -> NetworkPlan.Fault {
        let headers = location.map { [NetworkHeaderField("Location", $0)] } ?? []
        return .answer(NetworkResponse(status: status, mediaType: "", body: [], headers: headers))
    }

    /// Delivers the list of a path, whatever path was asked for.
    private static func list(of path: String) -> NetworkPlan.Fault {
        .alter {
            var request = $0
            request.url = TestIssuer.url + path
            return request
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a status list behind a redirect is accepted under the first address`(_ status: Int) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            try fixture.issuer.setStatus(.suspended)
            fixture.clock.advance(by: 90)
            let before = Self.asked(fixture).count
            fixture.network.stage(Self.redirect(status, to: TestIssuer.url + "/lists/1"), atPath: "/status")
            fixture.network.stage(Self.redirect(status, to: "/lists/2"), atPath: "/lists/1")
            fixture.network.stage(Self.redirect(status, to: "3"), atPath: "/lists/2")
            fixture.network.stage(Self.list(of: "/status"), atPath: "/lists/3")
            #expect(try await core.refreshCardStatuses())
            #expect(Self.asked(fixture).dropFirst(before) == ["/status", "/lists/1", "/lists/2", "/lists/3"])
            #expect(try await core.entries().map(\.status.value) == [.suspended])
            #expect(try await core.statusLists.keys.sorted() == [TestIssuer.url + "/status"])
        }
    }

    @Test func `a redirect to http, in a circle, too often, or to another list changes no status`() async throws {
        let cases: [[(String, NetworkPlan.Fault)]] = [
            [("/status", Self.redirect(302, to: "http://issuer.test/lists/1"))], [("/status", Self.redirect(302, to: nil))],
            [("/status", Self.redirect(302, to: "/status"))], [("/status", Self.redirect(304, to: "/lists/1"))],
            [("/status", Self.redirect(302, to: "/lists/1")), ("/lists/1", Self.redirect(302, to: TestIssuer.url + "/status"))],
            (0..<4).map { ($0 == 0 ? "/status" : "/lists/\($0)", Self.redirect(302, to: "/lists/\($0 + 1)")) },
            [("/status", Self.redirect(302, to: "/lists/1")), ("/lists/1", Self.list(of: "/status/2"))],
        ]
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            let before = try await core.entries().map(\.status)
            try fixture.issuer.setStatus(.suspended)
            fixture.clock.advance(by: 90)
            for (index, faults) in cases.enumerated() {
                for (path, fault) in faults { fixture.network.stage(fault, atPath: path) }
                let sent = Self.asked(fixture).count
                #expect(try await !core.refreshCardStatuses(), "\(index)")
                #expect(Self.asked(fixture).count - sent == faults.count, "\(index)")
                #expect(!fixture.network.isStaged, "\(index)")
                #expect(try await core.entries().map(\.status) == before, "\(index)")
            }
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.value) == [.suspended])
        }
    }

    @Test(arguments: [6, 11] as [TimeInterval]) func `redirects share the time limit of ten seconds`(_ passed: TimeInterval) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            fixture.clock.advance(by: 90)
            let limits = Mutex<[TimeInterval]>([])
            let moved = [NetworkHeaderField("Location", "/lists/1")]
            fixture.network.stage(
                .rewrite { _ in
                    fixture.clock.advance(by: passed)
                    return NetworkResponse(status: 302, mediaType: "", body: [], headers: moved)
                }, atPath: "/status")
            fixture.network.stage(
                .slow { limit in
                    limits.withLock { $0.append(limit) }
                    return limit + 1
                }, atPath: "/lists/1")
            #expect(try await !core.refreshCardStatuses())
            #expect(limits.withLock { $0.map { $0.rounded() } } == (passed < 10 ? [10 - passed] : []))
        }
    }
}

extension Core {
    /// Returns the stored entries of the cards.
    func entries() throws -> [CardEntry] {
        guard case .running(let wallet) = life else { return [] }
        return try wallet.cards.entries()
    }
}

extension Core {
    /// The cached status lists of the present wallet, by address.
    fileprivate var statusLists: [String: CachedStatusList] {
        get throws { try wallet().cards.statusLists }
    }
}
