// SPDX-License-Identifier: EUPL-1.2

/// Until when somebody waits for an answer: one for a whole request, however much is called for it.
///
/// Whoever answers requests sets it; whoever waits for a database, an HSM or a disk waits no longer than this and his own limit. So what each
/// of them may take does not add up.
///
/// - SeeAlso: threat list, F-S1, F-S2 and F-S6.
package struct Deadline: Sendable {
    /// The one of the request that this task works for; nil for work that nobody waits for.
    @TaskLocal package static var current: Deadline?

    /// What becomes of work at the deadline.
    private enum Ending: Sendable {
        /// Its caller is told that it is late.
        case late
        /// What was begun is waited for; nothing is begun any more.
        case onceBegun
        /// It is begun also later, and waited for.
        case always
    }

    private var ending = Ending.late
    private let left: @Sendable () -> Duration
    private let sleep: @Sendable () async throws -> Void

    /// A deadline so long after now.
    package init(after time: Duration) {
        self.init(after: time, on: ContinuousClock())
    }

    /// A deadline so long after now, on a clock; tests have one that they move.
    package init<C: Clock<Duration>>(after time: Duration, on clock: C) {
        let end = clock.now.advanced(by: time)
        left = { clock.now.duration(to: end) }
        sleep = { try await clock.sleep(until: end, tolerance: nil) }
    }

    /// How long somebody still waits; zero when it is over.
    package var timeLeft: Duration { max(.zero, left()) }

    /// Whether nobody waits any longer.
    package var isOver: Bool { left() <= .zero }

    /// Whether what is begun now comes to its end, and is waited for however late that is.
    package var letsWorkEnd: Bool { ending != .late }

    /// What may be waited for now: not longer than `limit`, and not beyond the request's deadline, unless it is to come to its end.
    package static func limiting(_ limit: Duration) -> Duration {
        current.map { $0.ending == .always ? limit : min(limit, $0.timeLeft) } ?? limit
    }

    /// Whether nothing should be begun any more, because nobody waits for it.
    package static var forbidsWork: Bool { current.map { $0.isOver && $0.ending != .always } ?? false }

    /// Does something that is to come to its end and whose outcome has to be known: it is waited for beyond the deadline. Whoever answers the
    /// request does not wait with it (`OngoingWork`).
    ///
    /// - Parameter onceBegun: what waits to be begun is still given up at the deadline.
    /// - Throws: what the body throws.
    package static func lettingWorkEnd<Value, Failure: Error>(
        onceBegun: Bool = false, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var deadline = current
        deadline?.ending = onceBegun ? .onceBegun : .always
        let result: Result<Value, Failure> = await $current.withValue(deadline) {
            do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Waits for an answer, but not beyond the request's deadline.
    ///
    /// - Parameters:
    ///   - late: makes the answer when the deadline comes first; nil to wait on. What was begun may go on. It is not called for what is to come
    ///     to its end in any case.
    ///   - begin: begins what gives the answer. It is called at once, also when the deadline is over.
    package static func answer<Value: Sendable>(
        orLate late: @escaping @Sendable () -> Value?, _ begin: (Reply<Value>) -> Void
    ) async -> Value {
        let reply = Reply<Value>()
        guard let current, current.ending != .always else { return await reply.value(begin) }
        return await reply.value(
            unless: {
                // Who is cancelled waits no longer either.
                try? await current.sleep()
                if let value = late() { reply.give(value) }
            }, begin)
    }
}
