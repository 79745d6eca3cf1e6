// SPDX-License-Identifier: EUPL-1.2

/// A short time of a load.
protocol LoadSpan: Sendable {
    var start: ContinuousClock.Instant { get }
    var end: ContinuousClock.Instant { get }
}

extension LoadSpan {
    /// True if an unlock was under way in it, from when it was due until its answer.
    func overlaps(_ unlock: PacedUnlock) -> Bool { start < unlock.end && unlock.due < end }

    /// True if the unlock was answered in it.
    func contains(endOf unlock: PacedUnlock) -> Bool { start <= unlock.end && unlock.end < end }
}
