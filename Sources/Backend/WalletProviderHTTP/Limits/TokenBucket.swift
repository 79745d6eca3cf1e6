// SPDX-License-Identifier: EUPL-1.2

/// How many requests are answered in a minute: as many at once, and then one at a time at an even pace.
struct RequestRate: Sendable, Hashable {
    /// 1 or more.
    let requestsPerMinute: Int

    /// A full bucket that was emptied is full again after this time.
    static let minute = Duration.seconds(60)

    /// The time in which one token is filled in.
    var interval: Duration { Self.minute / requestsPerMinute }
}

/// A bucket of tokens, each of them good for one request. All that has to be known of it is when it will be full again.
struct TokenBucket: Sendable, Hashable {
    private var isFullAt: ContinuousClock.Instant

    /// A full one.
    init(at now: ContinuousClock.Instant) {
        isFullAt = now
    }

    /// How long to wait for a token; nil when there is one.
    func wait(at now: ContinuousClock.Instant, _ rate: RequestRate) -> Duration? {
        let wait = max(isFullAt, now) + rate.interval - now - RequestRate.minute
        return wait > .zero ? wait : nil
    }

    /// Takes the token that is known to be there.
    mutating func take(at now: ContinuousClock.Instant, _ rate: RequestRate) {
        isFullAt = max(isFullAt, now) + rate.interval
    }
}
