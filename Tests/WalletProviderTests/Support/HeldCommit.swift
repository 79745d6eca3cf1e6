// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Synchronization

/// Blocks a thread until a test releases it.
final class Hold: Sendable {
    private let mayGo = DispatchSemaphore(value: 0)
    private let isNext = Mutex(false)
    private let (came, comes) = AsyncStream.makeStream(of: Void.self)

    /// Blocks the next thread.
    func next() { isNext.withLock { $0 = true } }

    /// Waits until a thread is blocked.
    func isHolding() async { _ = await came.first { _ in true } }

    func release() { mayGo.signal() }

    /// Returns at once unless this thread is the one to block.
    func pass() {
        let isHeld = isNext.withLock { isNext in
            defer { isNext = false }
            return isNext
        }
        guard isHeld else { return }
        comes.yield()
        mayGo.wait()
    }
}

/// Blocks a COMMIT like a slow disk: the transaction is complete, but not on disk.
final class HeldCommit: TransactionObserver, Sendable {
    private let hold: Hold

    init(_ hold: Hold) { self.hold = hold }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws { hold.pass() }

    func databaseDidCommit(_ db: Database) {}

    func databaseDidRollback(_ db: Database) {}
}
