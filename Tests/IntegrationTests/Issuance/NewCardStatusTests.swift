// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import SimulatedPhone
import StatusList
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// The status of a newly issued card, and the stored status lists.
@Suite(.timeLimit(.minutes(5)))
struct NewCardStatusTests {
    private func wait(for status: CardStatus, in stream: AsyncStream<Cards>) async {
        for await cards in stream {
            if case .shown(let cards) = cards, cards.map(\.status) == [status] { return }
        }
    }

    @Test func `the status of a new card is asked for at once, without an unlock`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.previewedCore().core
            try fixture.issuer.state.withLock { state in
                for index in 0..<100 { try state.status.set(.invalid, at: index) }
            }
            let stream = try await core.setCardsStream()
            // The core has made its request after the unlock, for no card, and waits for events.
            let keeping = Task { await core.keepCardStatuses(by: fixture.clock) }
            let right = try pin(Fixture.right)
            guard case .issued = try await core.acceptIssuance(pin: right) else { throw Fixture.Refused() }
            await wait(for: .revoked, in: stream)
            keeping.cancel()
            await keeping.value
            #expect(try await core.cardEvents().map(\.kind) == [.revoked, .issued])
        }
    }

    @Test func `a status is as old as the list, not as its answer`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            _ = try await core.refreshCardStatuses()
            fixture.clock.advance(by: 90)
            let before = fixture.clock.now
            fixture.network.stage(.wait { fixture.clock.advance(by: 30) }, atPath: "/status")
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.learntAt) == [before])
            // The stored list is that old too.
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.learntAt) == [before])
        }
    }

    @Test func `a list of before a card was issued says nothing of it`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            _ = try await core.continueIssuance(link)
            // The stored list is still fresh, but older than the card.
            fixture.clock.advance(by: 10)
            try fixture.issuer.state.withLock { state in
                for index in 0..<100 { try state.status.set(.suspended, at: index) }
            }
            let right = try pin(Fixture.right)
            guard case .issued = try await core.acceptIssuance(pin: right) else { throw Fixture.Refused() }
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.value) == [.suspended])
        }
    }

    @Test func `a clock that is put back freezes no status: lists are asked for as ever, and serve no longer`() async throws {
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
            #expect(try await core.entries().map(\.status.learntAt) == [back])
            for _ in 1...3 {
                fixture.clock.advance(by: 60)
                #expect(try await core.refreshCardStatuses())
                #expect(try await core.entries().map(\.status.learntAt) == [fixture.clock.now])
            }
            try fixture.issuer.setStatus(.invalid)
            fixture.clock.advance(by: 60)
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.value) == [.revoked])
        }
    }

    @Test func `a wallet that is erased while lists are fetched leaves none to the next`() async throws {
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

    @Test func `only lists that a card refers to are kept`() async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.statusLists.keys.sorted() == [TestIssuer.url + "/status"])
            fixture.issuer.state.withLock { $0.statusPath = "/status/2" }
            let link = try await fixture.comeBack(core, from: fixture.login(core))
            _ = try await core.continueIssuance(link)
            let right = try pin(Fixture.right)
            guard case .issued = try await core.acceptIssuance(pin: right) else { throw Fixture.Refused() }
            #expect(try await core.refreshCardStatuses())
            #expect(try await core.statusLists.keys.sorted() == [TestIssuer.url + "/status/2"])
        }
    }

    @Test(arguments: [true, false])
    func `a list that cannot be had is not kept, and what is known gets no younger`(isLost: Bool) async throws {
        try await Fixture.with { fixture in
            let core = try await fixture.coreWithPID()
            #expect(try await core.refreshCardStatuses())
            let before = try await core.entries().map(\.status.learntAt)
            fixture.clock.advance(by: 90)
            fixture.network.stage(
                isLost ? .loseReply : .rewrite { .init(status: 200, mediaType: $0.mediaType, body: [1, 2, 3]) }, atPath: "/status")
            #expect(try await !core.refreshCardStatuses())
            #expect(try await core.entries().map(\.status.learntAt) == before)
        }
    }
}

extension WalletCore {
    /// Returns the stored list of cards.
    func entries() throws -> [CardEntry] {
        guard case .running(let wallet) = life else { return [] }
        return try wallet.store.value(.cards) ?? []
    }
}

extension WalletCore {
    /// The cached status lists of the present wallet, by address.
    fileprivate var statusLists: [String: CachedStatusList] {
        get throws { try wallet().cards.statusLists }
    }
}
