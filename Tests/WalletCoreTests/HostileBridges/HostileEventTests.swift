// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// Events and links that break a promise: twice, in another order, enormous.
@Suite(.timeLimit(.minutes(20)))
struct HostileEventTests {
    private static let link = "https://wallet.example/link/disclosure?request_uri=a"

    private let phone: Phone
    private let core: Core

    init() async throws {
        phone = try Phone()
        core = try await phone.registered()
    }

    @Test(arguments: AppLifecycleEvent.allCases)
    func `events twice and in any order (EVT-01, EVT-02) open no wallet, and it opens afterwards`(first: AppLifecycleEvent) async throws {
        await core.lock()
        for second in AppLifecycleEvent.allCases {
            for event in [first, second, second, first] { await core.handle(event) }
            #expect(try await !core.isUnlocked(), "\(first), \(second)")
        }
        #expect(try await core.unlock(pin: Phone.pin()) == .valid)
        try await phone.expectWhole()
    }

    @Test func `a background that never ends still locks, and a foreground without a background changes nothing`() async throws {
        for _ in 0..<3 { await core.handle(.willEnterForeground) }
        #expect(try await core.isUnlocked())
        for _ in 0..<3 {
            await core.handle(.didEnterBackground)
            phone.clock.advance(by: 100)
        }
        #expect(try await !core.isUnlocked())
        try await phone.expectWhole()
    }

    @Test(arguments: [8192, 1 << 16, 1 << 22])
    func `an enormous link is invalid, and the pending link stays`(length: Int) async throws {
        guard case .waits(let pending) = try await core.receive(link: Self.link) else {
            Issue.record("the link does not wait")
            return
        }
        #expect(try await core.receive(link: Self.link + String(repeating: "a", count: length)) == .invalid)
        #expect(try await core.pendingLink() == pending)
    }

    @Test func `a link that is delivered again and again (LNK-02) is one pending link`() async throws {
        for _ in 0..<100 { _ = try await core.receive(link: Self.link) }
        let pending = try await core.pendingLink()
        try await core.discardPendingLink(try #require(pending).ticket)
        #expect(try await core.pendingLink() == nil)
        try await phone.expectWhole()
    }
}
