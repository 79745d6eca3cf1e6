// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing

@testable import WalletCore
@testable import WalletInterface

struct PendingLinkStoreTests {
    private static let text = "https://wallet.example/link/disclosure?request_uri=a"
    private static let otherText = "https://wallet.example/link/credential-offer?credential_offer_uri=b"

    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    private func receive(_ core: Core, _ text: String = text) async throws -> PendingLink {
        guard case .waits(let pending) = try await core.receive(link: text) else {
            throw WalletCoreError(.unexpected, "the link was not recognised")
        }
        return pending
    }

    // MARK: Guarantees

    @Test func `a link waits, and its kind can be read without its content`() async throws {
        let core = try await phone.registered()
        #expect(try await core.pendingLink() == nil)
        let pending = try await receive(core)
        #expect(pending.kind == .disclosure)
        #expect(pending.receivedAt == phone.clock.now)
        #expect(pending.expiresAt == phone.clock.now.addingTimeInterval(300))
        #expect(!pending.hasReplaced)
        #expect(try await core.pendingLink() == pending)
    }

    @Test func `a link survives a restart and a lock`() async throws {
        let pending = try await receive(try await phone.registered())
        let core = try await phone.launch()
        #expect(try await core.pendingLink() == pending)
        #expect(try await core.takePendingLink(pending.ticket) == .waitsForUnlock)
        #expect(try await core.pendingLink() == pending)
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        #expect(try await core.takePendingLink(pending.ticket) == .notPersonalized)
        #expect(try await core.pendingLink() == nil)
    }

    @Test func `before the setup a link waits, and taking it reports that the wallet has no PIN`() async throws {
        let core = try await phone.launch()
        let pending = try await receive(core)
        #expect(try await core.takePendingLink(pending.ticket) == .notPersonalized)
        #expect(try await core.pendingLink() == nil)
    }

    @Test func `a newer link replaces the pending link and is marked as a replacement`() async throws {
        let core = try await phone.launch()
        let first = try await receive(core)
        let second = try await receive(core, Self.otherText)
        #expect(second.hasReplaced)
        #expect(second.kind == .issuance)
        #expect(second.ticket != first.ticket)
        #expect(try await core.pendingLink() == second)
        try await core.discardPendingLink(second.ticket)
        #expect(try await receive(core).hasReplaced == false)
    }

    @Test func `the same link received again is not a replacement, and its expiry restarts`() async throws {
        let core = try await phone.launch()
        let first = try await receive(core)
        phone.clock.advance(by: 250)
        let again = try await receive(core)
        #expect(again.ticket == first.ticket)
        #expect(!again.hasReplaced)
        #expect(again.receivedAt == phone.clock.now)
        let other = try await receive(core, Self.otherText)
        #expect(try await receive(core, Self.otherText) == other)
    }

    @Test func `a discarded link is never returned again, and discarding can be repeated`() async throws {
        let core = try await phone.launch()
        let pending = try await receive(core)
        try await core.discardPendingLink(pending.ticket)
        try await core.discardPendingLink(pending.ticket)
        #expect(try await core.pendingLink() == nil)
        #expect(try await core.takePendingLink(pending.ticket) == .noLink)
        #expect(try await phone.launch().pendingLink() == nil)
    }

    @Test func `a link is taken once, however many callers take it concurrently`() async throws {
        let core = try await phone.launch()
        let ticket = try await receive(core).ticket
        let decisions = try await withThrowingTaskGroup(of: LinkDecision.self) { group in
            for _ in 0..<50 { group.addTask { try await core.takePendingLink(ticket) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(decisions.filter { $0 == .notPersonalized }.count == 1)
        #expect(decisions.filter { $0 == .noLink }.count == 49)
    }

    @Test func `of many concurrent links one waits completely`() async throws {
        let core = try await phone.launch()
        try await withThrowingTaskGroup { group in
            for number in 0..<20 { group.addTask { _ = try await core.receive(link: Self.text + "\(number)") } }
            try await group.waitForAll()
        }
        let pending = try #require(try await core.pendingLink())
        #expect(pending.hasReplaced)
        #expect(try await phone.launch().pendingLink() == pending)
    }

    // MARK: Refusals

    /// Fails the write at that side, as a kill does.
    private struct Kill: CheckpointObserver {
        let side: Checkpoint.Side

        func reach(_ checkpoint: Checkpoint) throws(WalletCoreError) {
            if checkpoint.name.contains("pending.link"), checkpoint.side == side { throw WalletCoreError(.unexpected, "killed") }
        }
    }

    private func launch(killedAt side: Checkpoint.Side) async throws -> Core {
        let core = Core(embedded: phone.provider.embedded, checkpoints: Kill(side: side))
        try await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        try await core.initialize()
        return core
    }

    @Test func `after a kill while a link is received, the old or the new link is pending`() async throws {
        let first = try await receive(try await phone.launch())
        let core = try await launch(killedAt: .before)
        await expect(.unexpected) { try await core.receive(link: Self.otherText) }
        #expect(try await phone.launch().pendingLink() == first)
        let other = try await launch(killedAt: .after)
        await expect(.unexpected) { try await other.receive(link: Self.otherText) }
        #expect(try await phone.launch().pendingLink()?.kind == .issuance)
    }

    @Test(arguments: [(Checkpoint.Side.before, true), (.after, false)])
    func `a kill while a link is taken or discarded never lets it be taken twice`(side: Checkpoint.Side, stillWaits: Bool) async throws {
        for isTaken in [true, false] {
            let pending = try await receive(try await phone.launch())
            let core = try await launch(killedAt: side)
            await expect(.unexpected) {
                if isTaken { _ = try await core.takePendingLink(pending.ticket) } else { try await core.discardPendingLink(pending.ticket) }
            }
            #expect(try await (phone.launch().pendingLink() == pending) == stillWaits)
        }
    }

    @Test func `an expired link is not returned, even if it cannot be removed`() async throws {
        _ = try await receive(try await phone.launch())
        phone.clock.advance(by: 300)
        let core = try await launch(killedAt: .before)
        #expect(try await core.pendingLink() == nil)
        #expect(try await phone.launch().pendingLink() == nil)
    }

    @Test func `only the link that was shown is taken or discarded, not a later link`() async throws {
        let core = try await phone.launch()
        let shown = try await receive(core)
        let newer = try await receive(core, Self.otherText)
        #expect(try await core.takePendingLink(shown.ticket) == .noLink)
        try await core.discardPendingLink(shown.ticket)
        #expect(try await core.pendingLink() == newer)
        #expect(try await core.takePendingLink(newer.ticket) == .notPersonalized)
    }

    @Test(
        arguments: [(299.0, true), (300, false), (301, false), (86_400 * 3650, false), (-1, false), (-86_400 * 365, false)]
            as [(Double, Bool)])
    func `a link expires even if the clock is set back, and is removed completely`(seconds: TimeInterval, waits: Bool) async throws {
        let core = try await phone.launch()
        let pending = try await receive(core)
        phone.clock.advance(by: seconds)
        #expect(try await (core.pendingLink() != nil) == waits)
        guard !waits else { return }
        phone.clock.advance(by: -seconds)
        #expect(try await core.pendingLink() == nil)
        #expect(try await core.takePendingLink(pending.ticket) == .noLink)
        #expect(try await receive(core, Self.otherText).hasReplaced == false)
    }

    @Test func `an expired link is neither returned nor reported as replaced`() async throws {
        let core = try await phone.launch()
        let pending = try await receive(core)
        phone.clock.advance(by: 300)
        #expect(try await core.takePendingLink(pending.ticket) == .noLink)
        _ = try await receive(core)
        phone.clock.advance(by: 300)
        #expect(try await receive(core, Self.otherText).hasReplaced == false)
    }

    @Test func `an unrecognised link does not disturb the pending link`() async throws {
        let core = try await phone.launch()
        let pending = try await receive(core)
        for text in HostileLinks.all { #expect(try await core.receive(link: text) == .invalid) }
        #expect(try await core.pendingLink() == pending)
    }

    @Test func `an unexpected redirect does not disturb the pending link`() async throws {
        let core = try await phone.registered()
        let pending = try await receive(core)
        #expect(try await core.receive(link: "https://wallet.example/link/authentication?code=a&state=b") == .invalid)
        await core.lock()
        #expect(try await core.receive(link: "https://wallet.example/link/authentication?code=a&state=b") == .invalid)
        #expect(try await core.pendingLink() == pending)
    }

    @Test func `before the core is initialised every call about links is refused`() async throws {
        let core = Core(embedded: phone.provider.embedded)
        let ticket = PendingLink.Ticket(name: "a")
        for code in [WalletCoreError.Code.platformMissing, .notInitialized] {
            await expect(code) { try await core.receive(link: Self.text) }
            await expect(code) { try await core.pendingLink() }
            await expect(code) { try await core.discardPendingLink(ticket) }
            await expect(code) { try await core.takePendingLink(ticket) }
            try? await core.initPlatformSupport(phone.bridges, limitsBy: phone.limitClock)
        }
    }

    @Test func `a link that a new configuration no longer contains, or assigns to a different kind, no longer waits`() throws {
        let link = try #require(UniversalLink(recognising: Self.text, by: .embedded))
        let record = PendingLinkStore.record(of: link, after: nil, at: phone.clock.now, ticket: "a")
        #expect(PendingLinkStore.content(of: record, at: phone.clock.now, by: .embedded, lifetime: 300)?.link == link)
        #expect(PendingLinkStore.content(of: record, at: phone.clock.now, by: [], lifetime: 300) == nil)
        let renamed = try #require(
            UniversalLinkPattern(kind: .issuance, scheme: "https", host: "wallet.example", segments: ["link", "disclosure"]))
        #expect(PendingLinkStore.content(of: record, at: phone.clock.now, by: [renamed], lifetime: 300) == nil)
    }

    @Test func `a stored link of an unknown kind is dropped`() async throws {
        _ = try await phone.launch()
        let store = try await SealedStore.open(
            in: phone.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(
                .pendingLink,
                to: StoredLink(
                    ticket: "a", text: LinkText(Self.text), kind: "teleport", receivedAt: phone.clock.now, hasReplaced: false))
        }
        try store.database.close()
        let core = try await phone.launch()
        #expect(try await core.pendingLink() == nil)
        #expect(try await receive(core).hasReplaced == false)
    }
}
