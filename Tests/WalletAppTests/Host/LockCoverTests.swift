// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing

@testable import WalletApp

/// The lock cover, when the wallet locks during another check.
struct LockCoverTests {
    let cover = LockCover(ScreenHost(trace: Trace(now: { .distantPast }), tickets: TicketSequence(), sleep: { _ in }))

    @Test func `the cover is removed only if the wallet is open`() async throws {
        cover.raise()
        let whileLocked = try await cover.lower(ifOpen: { false })
        #expect(!whileLocked && cover.isUp)
        let whileOpen = try await cover.lower(ifOpen: { true })
        #expect(whileOpen && !cover.isUp)
    }

    @Test func `a lock that arrives during the check of the wallet keeps the cover`() async throws {
        cover.raise()
        let cover = cover
        let wasOpen = try await cover.lower(ifOpen: {
            cover.raise()
            return true
        })
        #expect(wasOpen && cover.isUp)
    }

    @Test func `a failed check keeps the cover`() async throws {
        cover.raise()
        await #expect(throws: CancellationError.self) { _ = try await cover.lower(ifOpen: { throw CancellationError() }) }
        #expect(cover.isUp)
    }

    @Test func `no flow starts in a wallet that has just locked`() async throws {
        let begun = Mutex(false)
        try await cover.whileOpen({ false }) { begun.withLock { $0 = true } }
        #expect(!begun.withLock { $0 })
    }

    @Test func `the cover does not appear while it is suppressed`() async throws {
        try await cover.withheld { cover.raise() }
        #expect(!cover.isUp)
    }
}
