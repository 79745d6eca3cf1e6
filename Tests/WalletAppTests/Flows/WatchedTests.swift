// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WalletApp

/// A value that tasks can wait on.
@Suite(.timeLimit(.minutes(5)))
struct WatchedTests {
    @Test func `an observer of an older value gets the present one at once`() async throws {
        let watched = Watched(1)
        #expect(try await watched.next(otherThan: 0) == 1)
    }

    @Test func `a waiting task gets the next value, and an equal value wakes no task`() async throws {
        let watched = Watched(1)
        async let next = watched.next(otherThan: 1)
        watched.set(1)
        watched.set(2)
        #expect(try await next == 2)
    }

    @Test func `all who wait are woken`() async throws {
        let watched = Watched(0)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await watched.next(otherThan: 0) } }
            watched.set(1)
            for try await value in group { #expect(value == 1) }
        }
    }

    @Test func `a wait that is cancelled ends, before and after it has begun`() async {
        let watched = Watched(0)
        for _ in 0..<200 {
            let waiting = Task { try await watched.next(otherThan: 0) }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
    }

    @Test func `a change and a cancellation at the same moment end the wait once`() async {
        for _ in 0..<300 {
            let watched = Watched(0)
            let waiting = Task { try await watched.next(otherThan: 0) }
            async let changed: Void = { _ = watched.set(1) }()
            async let cancelled: Void = waiting.cancel()
            _ = await (changed, cancelled)
            _ = await waiting.result
        }
    }
}
