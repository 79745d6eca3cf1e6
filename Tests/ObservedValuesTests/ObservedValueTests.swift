// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import Testing

@testable import ObservedValues

@Suite(.timeLimit(.minutes(5)))
struct ObservedValueTests {
    // MARK: Streams

    @Test func `an observer gets the value at once, then every change, and an equal value is no change`() async throws {
        let value = ObservedValue(1)
        var values = value.stream().makeAsyncIterator()
        #expect(await values.next() == 1)
        value.set(1)
        value.set(2)
        #expect(await values.next() == 2)
    }

    @Test func `a slow observer gets the newest value, or every value where none may be missed`() async throws {
        for (isMerging, expected) in [(true, [3]), (false, [1, 2, 3])] {
            let value = ObservedValue(1, isMerging: isMerging)
            var values = value.stream().makeAsyncIterator()
            value.set(2)
            value.set(3)
            for number in expected { #expect(await values.next() == number) }
        }
    }

    @Test func `all observers get a change`() async throws {
        let value = ObservedValue(1)
        var streams = (0..<100).map { _ in value.stream().makeAsyncIterator() }
        value.set(2)
        for index in streams.indices { #expect(await streams[index].next() == 2) }
    }

    @Test func `an exclusive observer is the only one until it ends`() async throws {
        let value = ObservedValue(1)
        var first = value.exclusiveStream()
        #expect(first != nil && value.exclusiveStream() == nil)
        first = nil
        #expect(value.exclusiveStream() != nil)
    }

    @Test func `after clear a stream ends and the value can be observed again; after finish it cannot`() async throws {
        let value = ObservedValue(1)
        var first = value.stream().makeAsyncIterator()
        #expect(await first.next() == 1)
        value.clear()
        value.set(2)
        #expect(await first.next() == nil)
        var second = value.stream().makeAsyncIterator()
        #expect(await second.next() == 2)
        value.finish()
        #expect(await second.next() == nil)
        var third = value.stream().makeAsyncIterator()
        #expect(await third.next() == nil)
        #expect(!value.isObserved)
    }

    @Test func `a stream ends with its value`() async throws {
        var value: ObservedValue<Int>? = ObservedValue(1)
        var values = try #require(value?.stream()).makeAsyncIterator()
        #expect(await values.next() == 1)
        value = nil
        #expect(await values.next() == nil)
    }

    // MARK: What stays of an observer

    @Test func `an observer that is dropped or cancelled is forgotten`() async throws {
        let value = ObservedValue(1)
        do { _ = value.stream() }
        #expect(!value.isObserved)
        await withTaskGroup { group in
            group.addTask { for await _ in value.stream() {} }
            while !value.isObserved { await Task.yield() }
            group.cancelAll()
        }
        #expect(!value.isObserved)
    }

    /// Counts its living instances.
    private final class Witness: Sendable, Equatable {
        static let living = Mutex(0)
        init() { Self.living.withLock { $0 += 1 } }
        deinit { Self.living.withLock { $0 -= 1 } }
        static func == (left: Witness, right: Witness) -> Bool { left === right }
    }

    @Test func `after 10,000 observers only the value is left in memory`() async throws {
        let value = ObservedValue(Witness())
        for round in 0..<10_000 {
            var values = value.stream().makeAsyncIterator()
            value.set(Witness())
            _ = await values.next()
            if round.isMultiple(of: 2) { value.clear() }
        }
        #expect(!value.isObserved)
        #expect(Witness.living.withLock { $0 } == 1)
    }

    @Test func `observers, changes and clears at the same time leave no observer`() async throws {
        let value = ObservedValue(0)
        await withTaskGroup { group in
            for worker in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let values = value.exclusiveStream()
                        value.set(worker * 1000 + round)
                        if round.isMultiple(of: 3) { value.clear() }
                        withExtendedLifetime(values) {}
                    }
                }
            }
        }
        #expect(!value.isObserved)
    }

    // MARK: Waiting

    @Test func `a wait ends at once when the value differs already`() async throws {
        #expect(try await ObservedValue(1).next(otherThan: 0) == 1)
    }

    @Test func `a wait ends with the first value that differs, even when the value has changed back`() async throws {
        let value = ObservedValue(1)
        async let next = value.next(otherThan: 1)
        while !value.isObserved { await Task.yield() }
        value.set(1)
        value.set(2)
        value.set(1)
        #expect(try await next == 2)
        #expect(!value.isObserved)
    }

    @Test func `all waits end`() async throws {
        let value = ObservedValue(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await value.next(otherThan: 0) } }
            value.set(1)
            for try await found in group { #expect(found == 1) }
        }
    }

    @Test func `a cancelled wait ends, cancelled before or after it began`() async {
        let value = ObservedValue(0)
        for _ in 0..<200 {
            let waiting = Task { try await value.next(otherThan: 0) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(!value.isObserved)
    }

    @Test func `a change and a cancellation at the same moment end a wait once`() async {
        for _ in 0..<300 {
            let value = ObservedValue(0)
            let waiting = Task { try await value.next(otherThan: 0) }
            async let changed: Void = value.set(1)
            async let cancelled: Void = waiting.cancel()
            _ = await (changed, cancelled)
            _ = await waiting.result
        }
    }

    // MARK: Events

    @Test func `an observer of events gets every event from its beginning on`() async throws {
        let events = ObservedEvents<Int>()
        events.send(1)
        var first = events.stream().makeAsyncIterator()
        events.send(2)
        events.send(2)
        for _ in 0..<2 { #expect(await first.next() == 2) }
    }
}
