// SPDX-License-Identifier: EUPL-1.2

import Synchronization
import TestEnvironment
import Testing

@testable import ServerKit

/// The in-memory limits on requests.
struct RequestLimiterTests {
    /// A clock that moves only when a test moves it.
    final class Clock: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { instant.withLock { $0 } }

        func advance(_ duration: Duration) { instant.withLock { $0 += duration } }
    }

    private let clock = Clock()

    private func limiter(
        perAddress: Int = 0, costly: Int = 0, inAll: Int = 0, maximum: Int = 65_536
    ) throws -> RequestLimiter {
        let limits = try RequestLimits(perAddress: perAddress, costlyPerAddress: costly, costlyInAll: inAll, trustedProxies: .none)
        return RequestLimiter(limits, maximumAddresses: maximum) { [clock] in clock.now }
    }

    /// Takes a request and returns the waiting time; nil if it is accepted.
    private func request(_ limiter: RequestLimiter, _ address: String) -> Duration? {
        do {
            try limiter.takeRequest(of: address)
            return nil
        } catch {
            return error.retryAfter
        }
    }

    private func costly(_ limiter: RequestLimiter, _ address: String) -> Duration? {
        do {
            try limiter.takeCostly(of: address)
            return nil
        } catch {
            return error.retryAfter
        }
    }

    @Test(arguments: [1, 2, 3, 60, 6000])
    func `a client may send a full bucket at once, then a steady rate, and after a minute a full bucket again`(_ rate: Int) throws {
        let limiter = try limiter(perAddress: rate)
        for _ in 1...2 {
            for _ in 1...rate { #expect(request(limiter, "a") == nil) }
            let interval = Duration.seconds(60) / rate
            #expect(request(limiter, "a") == interval)
            clock.advance(interval - .nanoseconds(1))
            #expect(request(limiter, "a") == .nanoseconds(1))
            clock.advance(.nanoseconds(1))
            #expect(request(limiter, "a") == nil)
            #expect(request(limiter, "a") == interval)
            clock.advance(.seconds(60))
        }
    }

    @Test func `rejected requests take no token, so retrying does not prolong the wait`() throws {
        let limiter = try limiter(perAddress: 1)
        #expect(request(limiter, "a") == nil)
        for second in 0..<60 {
            #expect(request(limiter, "a") == .seconds(60 - second))
            clock.advance(.seconds(1))
        }
        #expect(request(limiter, "a") == nil)
    }

    @Test func `each address has its own bucket, and idle time does not exceed it`() throws {
        let limiter = try limiter(perAddress: 2)
        clock.advance(.seconds(86_400))
        for address in ["a", "b"] {
            #expect(request(limiter, address) == nil && request(limiter, address) == nil && request(limiter, address) != nil)
        }
        clock.advance(.seconds(86_400))
        #expect(request(limiter, "a") == nil && request(limiter, "a") == nil && request(limiter, "a") != nil)
    }

    @Test func `costly requests are limited per address and in total; a rejection by one limit uses up nothing of the second`() throws {
        let limiter = try limiter(costly: 2, inAll: 3)
        #expect(costly(limiter, "a") == nil && costly(limiter, "a") == nil)
        for _ in 1...10 { #expect(costly(limiter, "a") == .seconds(30)) }
        #expect(costly(limiter, "b") == nil)
        for _ in 1...10 { #expect(costly(limiter, "b") == .seconds(20)) }
        #expect(costly(limiter, "a") == .seconds(30), "the longer of the two waits")
        clock.advance(.seconds(20))
        #expect(costly(limiter, "b") == nil)
        // The limit is on costly requests only.
        for _ in 1...100 { #expect(request(limiter, "b") == nil) }
    }

    @Test func `without limits every request is answered and no address is stored`() throws {
        for limiter in [try limiter(), RequestLimiter(.none)] {
            for number in 0..<1000 { #expect(request(limiter, "\(number)") == nil && costly(limiter, "a") == nil) }
            #expect(limiter.count == 0)
        }
    }

    @Test func `a hundred thousand addresses use bounded memory, and an active address is kept`() throws {
        let limiter = try limiter(perAddress: 1, maximum: 1000)
        #expect(request(limiter, "busy") == nil)
        for number in 0..<100_000 {
            #expect(request(limiter, "\(number)") == nil)
            if number.isMultiple(of: 400) { #expect(request(limiter, "busy") == .seconds(60)) }
        }
        #expect(limiter.count <= 1000)
    }

    @Test(arguments: [2, 3, 10, 1000])
    func `the maximum is never exceeded, and the most recent half is always kept`(_ maximum: Int) throws {
        let limiter = try limiter(perAddress: 1, maximum: maximum)
        for number in 0..<(maximum * 5) {
            #expect(request(limiter, "\(number)") == nil)
            #expect(limiter.count <= maximum)
        }
        for number in (maximum * 5 - maximum / 2)..<(maximum * 5) { #expect(request(limiter, "\(number)") == .seconds(60)) }
    }

    @Test func `parallel requests are counted individually`() async throws {
        let limiter = try limiter(perAddress: 7, costly: 5, inAll: 6)
        let answered = await withTaskGroup(of: (Int, Int).self) { group in
            for _ in 0..<1000 {
                group.addTask { (self.request(limiter, "a") == nil ? 1 : 0, self.costly(limiter, "a") == nil ? 1 : 0) }
            }
            return await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        }
        #expect(answered == (7, 5))
    }

    @Test func `the waiting time is in whole seconds, rounded up, never zero`() {
        for (wait, seconds) in [(Duration.nanoseconds(1), 1), (.seconds(1), 1), (.milliseconds(1001), 2), (.seconds(60), 60)] {
            #expect(TooManyRequests(retryAfter: wait).seconds == seconds)
        }
    }

    @Test(arguments: [-1, 1_000_001, .min, .max])
    func `invalid limits are rejected`(_ number: Int) {
        #expect(throws: RequestLimitError.self) { try limiter(perAddress: number) }
        #expect(throws: RequestLimitError.self) { try limiter(costly: number) }
        #expect(throws: RequestLimitError.self) { try limiter(inAll: number) }
    }
}
