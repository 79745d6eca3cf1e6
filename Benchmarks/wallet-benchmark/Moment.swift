// SPDX-License-Identifier: EUPL-1.2

/// A short time of a load, and what there was to wait for.
struct Moment: LoadSpan {
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    /// Seconds that threads could have run and had no processor, those of all threads together.
    let processorWaits: Double
    /// Seconds of a write of 8 KiB and its flush, beside those of the load.
    let flush: Double
}
