// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import Testing

@testable import WalletApp

/// The lock cover, when the wallet locks during another check.
struct LockCoverTests {
    let cover = LockCover(ScreenHost(trace: Trace(now: { .distantPast }), sleep: { _ in }))

    @Test func `it is taken away when the wallet is open, and stays when it is not`() async throws {
        cover.raise()
        let whileLocked = try await cover.lower(ifOpen: { false })
        #expect(!whileLocked && cover.isUp)
        let whileOpen = try await cover.lower(ifOpen: { true })
        #expect(whileOpen && !cover.isUp)
    }

    @Test func `a lock that comes while the wallet is asked stays`() async throws {
        cover.raise()
        let cover = cover
        let wasOpen = try await cover.lower(ifOpen: {
            cover.raise()
            return true
        })
        #expect(wasOpen && cover.isUp)
    }

    @Test func `a failing check leaves the lock up`() async throws {
        cover.raise()
        await #expect(throws: CancellationError.self) { _ = try await cover.lower(ifOpen: { throw CancellationError() }) }
        #expect(cover.isUp)
    }

    @Test func `nothing is begun over a wallet that locked just before`() async throws {
        let begun = Mutex(false)
        try await cover.whileOpen({ false }) { begun.withLock { $0 = true } }
        #expect(!begun.withLock { $0 })
    }

    @Test func `withheld it does not come up`() async throws {
        try await cover.withheld { cover.raise() }
        #expect(!cover.isUp)
    }
}
