// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import Testing

@testable import ObservedValues

@Suite(.timeLimit(.minutes(20)))
struct ObservedValueTests {
    // MARK: Streams

    @Test func `an observer gets the value immediately and then every change; an equal value is not a change`() async throws {
        let value = ObservedValue(1)
        var values = value.stream().makeAsyncIterator()
        #expect(await values.next() == 1)
        value.set(1)
        value.set(2)
        #expect(await values.next() == 2)
    }

    @Test func `a slow observer gets only the newest value, or every value if merging is off`() async throws {
        for (isMerging, expected) in [(true, [3]), (false, [1, 2, 3])] {
            let value = ObservedValue(1, isMerging: isMerging)
            var values = value.stream().makeAsyncIterator()
            value.set(2)
            value.set(3)
            for number in expected { #expect(await values.next() == number) }
        }
    }

    @Test func `every observer gets each change`() async throws {
        let value = ObservedValue(1)
        var streams = (0..<100).map { _ in value.stream().makeAsyncIterator() }
        value.set(2)
        for index in streams.indices { #expect(await streams[index].next() == 2) }
    }

    @Test func `an exclusive observer is the only observer until it ends`() async throws {
        let value = ObservedValue(1)
        var first = value.exclusiveStream()
        #expect(first != nil && value.exclusiveStream() == nil)
        first = nil
        #expect(value.exclusiveStream() != nil)
    }

    @Test func `after clear the stream ends and the value can be observed again; after finish it cannot`() async throws {
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

    @Test func `a stream ends when its value is deallocated`() async throws {
        var value: ObservedValue<Int>? = ObservedValue(1)
        var values = try #require(value?.stream()).makeAsyncIterator()
        #expect(await values.next() == 1)
        value = nil
        #expect(await values.next() == nil)
    }

    // MARK: What stays of an observer

    @Test func `a dropped or cancelled observer is removed`() async throws {
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

    @Test func `concurrent observers, changes and clears leave no observer behind`() async throws {
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

    @Test func `a wait ends immediately if the value already differs`() async throws {
        #expect(try await ObservedValue(1).next(otherThan: 0) == 1)
    }

    @Test func `a wait ends with the first value that differs, even if the value has changed back since`() async throws {
        let value = ObservedValue(1)
        async let next = value.next(otherThan: 1)
        while !value.isObserved { await Task.yield() }
        value.set(1)
        value.set(2)
        value.set(1)
        #expect(try await next == 2)
        #expect(!value.isObserved)
    }

    @Test func `a change ends every wait`() async throws {
        let value = ObservedValue(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await value.next(otherThan: 0) } }
            value.set(1)
            for try await found in group { #expect(found == 1) }
        }
    }

    @Test func `a cancelled wait ends, whether it is cancelled before or after its start`() async {
        let value = ObservedValue(0)
        for _ in 0..<200 {
            let waiting = Task { try await value.next(otherThan: 0) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(!value.isObserved)
    }

    @Test func `a wait that is changed and cancelled at once ends with the value or the cancellation, and observes no more`() async {
        for _ in 0..<300 {
            let value = ObservedValue(0)
            let waiting = Task { try await value.next(otherThan: 0) }
            async let changed: Void = value.set(1)
            async let cancelled: Void = waiting.cancel()
            _ = await (changed, cancelled)
            switch await waiting.result {
            case .success(let found): #expect(found == 1)
            case .failure(let error): #expect(error is CancellationError)
            }
            #expect(!value.isObserved)
        }
    }

    // MARK: Events

    @Test func `an observer of events gets every event from the start of its observation`() async throws {
        let events = ObservedEvents<Int>()
        events.send(1)
        var first = events.stream().makeAsyncIterator()
        events.send(2)
        events.send(2)
        for _ in 0..<2 { #expect(await first.next() == 2) }
    }
}
