// SPDX-License-Identifier: EUPL-1.2

/// A rate of requests per minute: this number at once, and then one at a time at regular intervals.
struct RequestRate: Sendable, Hashable {
    /// The time in which an empty bucket becomes full.
    static let minute = Duration.seconds(60)

    /// The time in which one token is added.
    let interval: Duration

    /// - Parameter requestsPerMinute: 1 or more.
    init(requestsPerMinute: Int) { interval = Self.minute / requestsPerMinute }
}

/// A bucket of tokens, each good for one request. The time at which it will be full is its whole state.
struct TokenBucket: Sendable, Hashable {
    private var isFullAt: ContinuousClock.Instant

    /// Creates a full bucket.
    init(at now: ContinuousClock.Instant) {
        isFullAt = now
    }

    /// Returns the time to wait for a token; nil if a token is available.
    func wait(at now: ContinuousClock.Instant, _ rate: RequestRate) -> Duration? {
        let wait = max(isFullAt, now) + rate.interval - now - RequestRate.minute
        return wait > .zero ? wait : nil
    }

    /// Takes a token. Call only if a token is available.
    mutating func take(at now: ContinuousClock.Instant, _ rate: RequestRate) {
        isFullAt = max(isFullAt, now) + rate.interval
    }
}
