// SPDX-License-Identifier: EUPL-1.2

/// A short time of a load, and the server's calls of database and HSM that ended in it.
struct CallMoment: LoadSpan {
    let start: ContinuousClock.Instant
    let end: ContinuousClock.Instant
    /// By operation.
    let calls: [String: CallTimes]
}

extension [CallMoment] {
    /// The calls that ended in these moments, by operation.
    var calls: [String: CallTimes] {
        reduce(into: [:]) { sum, moment in sum.merge(moment.calls) { $0 + $1 } }
    }
}
