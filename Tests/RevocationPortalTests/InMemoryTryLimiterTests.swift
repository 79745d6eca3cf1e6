// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import RevocationPortal

/// The counts in memory.
struct InMemoryTryLimiterTests {
    private let start = Date(timeIntervalSince1970: 1_767_268_800)

    private func limiter(_ perAddress: Int, _ inAll: Int) throws -> InMemoryTryLimiter {
        InMemoryTryLimiter(try TryLimits(perAddress: perAddress, inAll: inAll, window: .seconds(600)))
    }

    @Test func `each address has a limit, and all addresses together have one`() async throws {
        let limiter = try limiter(2, 3)
        #expect(await limiter.take("a", now: start) == .allowed)
        #expect(await limiter.take("a", now: start + 60) == .allowed)
        #expect(await limiter.take("a", now: start + 120) == .refused(retryAfter: .seconds(480)))
        #expect(await limiter.take("b", now: start + 120) == .allowed)
        #expect(await limiter.take("c", now: start + 180) == .refused(retryAfter: .seconds(420)))
    }

    @Test func `an address blocked by both limits waits until the later limit permits a try`() async throws {
        let limiter = try limiter(1, 2)
        #expect(await limiter.take("a", now: start) == .allowed)
        #expect(await limiter.take("b", now: start + 100) == .allowed)
        #expect(await limiter.take("b", now: start + 200) == .refused(retryAfter: .seconds(500)))
        #expect(await limiter.take("c", now: start + 200) == .refused(retryAfter: .seconds(400)))
    }

    @Test func `the window slides: the limit holds in any ten minutes`() async throws {
        let limiter = try limiter(5, 1000)
        var granted: [Date] = []
        for second in stride(from: 0.0, to: 4000, by: 7) where await limiter.take("a", now: start + second) == .allowed {
            granted.append(start + second)
        }
        for instant in granted {
            #expect(granted.filter { $0 >= instant && $0 < instant + 600 }.count <= 5)
        }
        #expect(granted.count > 30)
    }

    @Test func `rejected tries are not stored, so retrying does not prolong the wait`() async throws {
        let limiter = try limiter(1, 1000)
        #expect(await limiter.take("a", now: start) == .allowed)
        for second in 1...599 { #expect(await limiter.take("a", now: start + Double(second)) != .allowed) }
        #expect(await limiter.take("a", now: start + 600) == .allowed)
    }

    @Test func `a million addresses use bounded memory and do not reset an active one`() async throws {
        let limiter = try limiter(1, 1000)
        #expect(await limiter.take("busy", now: start) == .allowed)
        for number in 0..<1_000_000 { _ = await limiter.take("\(number)", now: start + 1) }
        #expect(limiter.count == 1000)
        #expect(await limiter.take("busy", now: start + 599) != .allowed)
        #expect(await limiter.take("busy", now: start + 600) == .allowed)
        #expect(limiter.count == 1000)
    }

    @Test func `tries outside the window are removed`() async throws {
        let limiter = try limiter(5, 1000)
        for number in 0..<500 { _ = await limiter.take("\(number % 250)", now: start) }
        #expect(limiter.count == 500)
        _ = await limiter.take("a", now: start + 600)
        #expect(limiter.count == 1)
    }

    @Test func `a clock that is set back neither returns tries nor blocks for longer than a window`() async throws {
        let limiter = try limiter(2, 1000)
        #expect(await limiter.take("a", now: start + 86_400) == .allowed)
        #expect(await limiter.take("a", now: start) == .allowed)
        #expect(await limiter.take("a", now: start + 1) == .refused(retryAfter: .seconds(599)))
        #expect(await limiter.take("a", now: start + 600) == .allowed)
    }

    @Test func `concurrent tries of one address are counted individually`() async throws {
        let limiter = try limiter(7, 1000)
        let granted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<1000 { group.addTask { [start] in await limiter.take("a", now: start) == .allowed } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(granted == 7)
    }

    @Test func `the default is 5 tries an address and 1000 in total, in 10 minutes`() {
        #expect(TryLimits.standard.perAddress == 5 && TryLimits.standard.inAll == 1000 && TryLimits.standard.window == .seconds(600))
    }

    @Test(arguments: [(0, 1, 600), (-1, 1, 600), (2, 1, 600), (1, 0, 600), (1, 100_001, 600), (1, 1, 0), (1, 1, 86_401)])
    func `limits that permit everything or nothing are rejected`(_ perAddress: Int, _ inAll: Int, _ seconds: Int) {
        #expect(throws: PortalError.self) { try TryLimits(perAddress: perAddress, inAll: inAll, window: .seconds(seconds)) }
    }
}
