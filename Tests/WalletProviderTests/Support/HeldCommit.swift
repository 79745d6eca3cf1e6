// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import Synchronization

/// Holds something up until a test lets it go.
final class Hold: Sendable {
    private let mayGo = DispatchSemaphore(value: 0)
    private let isNext = Mutex(false)
    private let (came, comes) = AsyncStream.makeStream(of: Void.self)

    /// Who comes next is held up.
    func next() { isNext.withLock { $0 = true } }

    /// Waits until somebody is held up.
    func isHolding() async { _ = await came.first { _ in true } }

    func release() { mayGo.signal() }

    /// Goes on at once, unless this one is to be held up.
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

/// Holds up a COMMIT as a slow disk does: all is done in the transaction, and nothing of it is on the disk.
final class HeldCommit: TransactionObserver, Sendable {
    private let hold: Hold

    init(_ hold: Hold) { self.hold = hold }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {}

    func databaseWillCommit() throws { hold.pass() }

    func databaseDidCommit(_ db: Database) {}

    func databaseDidRollback(_ db: Database) {}
}
