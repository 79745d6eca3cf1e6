// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// One observer, the value at once, then changes, and nothing left behind.
struct ObservedValueTests {
    @Test func `the value comes at once, then every change, and the same value only once`() async throws {
        let value = ObservedValue(1)
        var values = try value.observe().makeAsyncIterator()
        #expect(await values.next() == 1)
        value.set(1)
        value.set(2)
        #expect(await values.next() == 2)
        value.set(3)
        value.set(4)
        // A slow observer sees the newest value.
        #expect(await values.next() == 4)
    }

    @Test func `a slow observer of a lossless stream still sees every change`() async throws {
        let value = ObservedValue(1, isMerging: false)
        var values = try value.observe().makeAsyncIterator()
        for next in [2, 1] { value.set(next) }
        for expected in [1, 2, 1] { #expect(await values.next() == expected) }
    }

    @Test func `there is one observer`() async throws {
        let value = ObservedValue(1)
        let first = try value.observe()
        #expect(throws: WalletCoreError(.observerPresent, "")) { try value.observe() }
        var values = first.makeAsyncIterator()
        #expect(await values.next() == 1)
    }

    @Test func `clearing ends the stream, can be repeated and makes room`() async throws {
        let value = ObservedValue(1)
        value.clear()
        var first = try value.observe().makeAsyncIterator()
        #expect(await first.next() == 1)
        value.clear()
        value.clear()
        value.set(2)
        #expect(await first.next() == nil)
        var second = try value.observe().makeAsyncIterator()
        #expect(await second.next() == 2)
        // The end of the first stream, noticed at any time, does not affect the second.
        #expect(await first.next() == nil)
        value.set(3)
        #expect(await second.next() == 3)
    }

    @Test func `an observer that is gone takes its place with it`() async throws {
        let value = ObservedValue(1)
        do { _ = try value.observe() }
        #expect(!value.isObserved)
        await withTaskGroup { group in
            group.addTask { if let values = try? value.observe() { for await _ in values {} } }
            while !value.isObserved { await Task.yield() }
            group.cancelAll()
        }
        #expect(!value.isObserved)
    }

    @Test func `the stream ends with its value`() async throws {
        var value: ObservedValue<Int>? = ObservedValue(1)
        var values = try #require(try value?.observe()).makeAsyncIterator()
        #expect(await values.next() == 1)
        value = nil
        #expect(await values.next() == nil)
    }

    /// Detects the release of its last copy.
    private final class Witness: Sendable, Equatable {
        static let living = Mutex(0)
        init() { Self.living.withLock { $0 += 1 } }
        deinit { Self.living.withLock { $0 -= 1 } }
        static func == (left: Witness, right: Witness) -> Bool { left === right }
    }

    @Test func `after 10,000 binds nothing is left behind`() async throws {
        let value = ObservedValue(Witness())
        for round in 0..<10_000 {
            var values = try value.observe().makeAsyncIterator()
            value.set(Witness())
            _ = await values.next()
            // Half of the observers are cleared, half just end.
            if round.isMultiple(of: 2) { value.clear() }
        }
        #expect(!value.isObserved)
        #expect(Witness.living.withLock { $0 } == 1)
    }

    @Test func `binds, changes and clearings at once leave one observer at most`() async throws {
        let value = ObservedValue(0)
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let values = try? value.observe()
                        value.set(worker * 1000 + round)
                        if round.isMultiple(of: 3) { value.clear() }
                        withExtendedLifetime(values) {}
                    }
                }
            }
        }
        #expect(!value.isObserved)
    }
}
