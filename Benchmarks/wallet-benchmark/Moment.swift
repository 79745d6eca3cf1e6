// SPDX-License-Identifier: EUPL-1.2

/// A short time of a load, and what there was to wait for.
struct Moment: Sendable {
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    /// Seconds that threads could have run and had no processor, those of all threads together.
    let processorWaits: Double
    /// Seconds of a write of 8 KiB and its flush, beside those of the load.
    let flush: Double

    /// True if an unlock was under way in it, from when it was due until its answer.
    func overlaps(_ unlock: PacedUnlock) -> Bool { start < unlock.end && unlock.due < end }

    /// True if the unlock was answered in it.
    func contains(endOf unlock: PacedUnlock) -> Bool { start <= unlock.end && unlock.end < end }
}
