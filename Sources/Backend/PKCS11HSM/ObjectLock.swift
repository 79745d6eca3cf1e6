// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import Synchronization

/// The lock of a token's objects: any number of threads search, or one thread changes.
///
/// SoftHSM lists the files of a token without a lock. A search on one thread, while a different thread creates an object, can invalidate
/// the new object, and two threads that create objects also disturb each other. Waiting is limited, because a call can hang.
final class ObjectLock: Sendable {
    private struct State: Sendable {
        var searches = 0
        var isChanging = false
    }

    private let timeLimit: Duration
    private let state = Mutex(State())
    /// Wakes the threads that wait for a change of `state`.
    private let changed = NSCondition()

    /// - Parameter timeLimit: the longest time to wait for the lock.
    init(timeLimit: Duration) { self.timeLimit = timeLimit }

    /// Runs a search of objects. Blocks the thread, which belongs to the pool, while a different thread changes objects.
    ///
    /// - Throws: `HSMError` with `unavailable` if the change does not end in time; the error of the work.
    func searching<Value>(_ work: () throws -> Value) throws -> Value {
        try wait { state in
            guard !state.isChanging else { return false }
            state.searches += 1
            return true
        }
        defer { leave { $0.searches -= 1 } }
        return try work()
    }

    /// Runs a change of objects alone. Blocks the thread like `searching`, also while objects are searched.
    ///
    /// - Throws: `HSMError` with `unavailable` if the other work does not end in time; the error of the work.
    func changing<Value>(_ work: () throws -> Value) throws -> Value {
        try wait { state in
            guard !state.isChanging, state.searches == 0 else { return false }
            state.isChanging = true
            return true
        }
        defer { leave { $0.isChanging = false } }
        return try work()
    }

    /// Blocks this thread until the function has taken the lock.
    private func wait(_ take: (inout State) -> Bool) throws(HSMError) {
        let deadline = Date(timeIntervalSinceNow: timeLimit / .seconds(1))
        changed.lock()
        defer { changed.unlock() }
        while !state.withLock({ take(&$0) }) {
            guard changed.wait(until: deadline) else { throw HSMError(.unavailable, "a search or change on the token does not end") }
        }
    }

    private func leave(_ change: (inout State) -> Void) {
        changed.lock()
        state.withLock { change(&$0) }
        changed.broadcast()
        changed.unlock()
    }
}
