// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Testing

@testable import WalletCore
@testable import WalletInterface

/// A link whose lifetime is over before the unlock is reported once.
struct ExpiredLinkTests {
    private static let text = "https://wallet.example/link/disclosure?request_uri=a"
    private static let otherText = "https://wallet.example/link/credential-offer?credential_offer_uri=b"

    private let phone: Phone

    init() throws {
        phone = try Phone()
    }

    /// Returns a locked wallet that has a PID, and a pending link if given.
    private func personalized(with link: StoredLink? = nil) async throws -> Core {
        _ = try await phone.registered()
        let store = try await SealedStore.open(
            in: phone.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.pid, to: StoredPID(card: CardID("a"), recovery: .known))
            if let link { try changes.set(.pendingLink, to: link) }
        }
        try store.database.close()
        return try await phone.launch()
    }

    private func receive(_ core: Core, _ text: String = text) async throws -> PendingLink {
        guard case .waits(let pending) = try await core.receive(link: text) else {
            throw WalletCoreError(.unexpected, "the link was not recognised")
        }
        return pending
    }

    /// Unlocks, and returns true if there is an expired link to report.
    private func isToReport(_ core: Core) async throws -> Bool {
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        return try await core.hasExpiredLink()
    }

    @Test(arguments: [300.0, 86_400, -1])
    func `a link that expires behind the lock is reported until it is confirmed, also after a restart`(seconds: TimeInterval) async throws {
        let core = try await personalized()
        _ = try await receive(core)
        phone.clock.advance(by: seconds)
        #expect(try await core.pendingLink() == nil)
        let next = try await phone.launch()
        #expect(try await isToReport(next))
        try await next.confirmExpiredLinkShown()
        try await next.confirmExpiredLinkShown()
        #expect(try await !next.hasExpiredLink())
        let last = try await phone.launch()
        #expect(try await !isToReport(last))
    }

    @Test func `an expired link is reported even if no call has read it before the unlock`() async throws {
        let core = try await personalized()
        _ = try await receive(core)
        phone.clock.advance(by: 300)
        #expect(try await isToReport(core))
        #expect(try await core.pendingLink() == nil)
    }

    @Test(arguments: UniversalLinkKind.allCases)
    func `an expired link is reported if it can be opened again: not the way back from a login`(_ kind: UniversalLinkKind) async throws {
        let arrival = phone.clock.now
        let link = StoredLink(ticket: "1", text: LinkText(Self.text), kind: kind.rawValue, receivedAt: arrival, hasReplaced: false)
        let core = try await personalized(with: link)
        phone.clock.advance(by: 300)
        #expect(try await isToReport(core) == (kind != .authenticationRedirect))
        #expect(try await core.pendingLink() == nil)
    }

    @Test(arguments: [true, false])
    func `a link that is used or discarded in time is not reported`(isUsed: Bool) async throws {
        let core = try await personalized()
        let pending = try await receive(core)
        phone.clock.advance(by: 299)
        #expect(try await !isToReport(core))
        if isUsed { _ = try await core.takePendingLink(pending.ticket) } else { try await core.discardPendingLink(pending.ticket) }
        phone.clock.advance(by: 300)
        await core.lock()
        #expect(try await !isToReport(core))
    }

    @Test func `a newer link ends the report of an expired link`() async throws {
        let core = try await personalized()
        _ = try await receive(core)
        phone.clock.advance(by: 300)
        #expect(try await core.pendingLink() == nil)
        #expect(try await !receive(core, Self.otherText).hasReplaced)
        #expect(try await !isToReport(core))
    }

    @Test func `a wallet without a PID reports no expired link, and a locked wallet tells nothing`() async throws {
        let core = try await phone.registered()
        await core.lock()
        _ = try await receive(core)
        phone.clock.advance(by: 300)
        await expect(.locked) { try await core.hasExpiredLink() }
        #expect(try await !isToReport(core))
    }

    @Test func `of an expired link nothing but its time is kept`() async throws {
        let core = try await personalized()
        _ = try await receive(core)
        phone.clock.advance(by: 300)
        #expect(try await core.pendingLink() == nil)
        let store = try await SealedStore.open(
            in: phone.utilities.storageDirectory, encryptionKey: phone.encryptionKeys, randomBytes: systemRandomBytes)
        defer { try? store.database.close() }
        #expect(try store.value(.pendingLink) == nil)
        #expect(try store.value(.expiredLink) == phone.clock.now.addingTimeInterval(-300))
    }
}
