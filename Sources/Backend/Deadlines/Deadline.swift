// SPDX-License-Identifier: EUPL-1.2

/// The time until which the client waits for an answer. One deadline covers a whole request.
///
/// The server sets it for each request. Calls to a database, an HSM or a disk wait until the deadline or their own limit, whichever is
/// earlier. So their limits do not add up.
///
/// - SeeAlso: threats-and-faults.md, F-S1, F-S2 and F-S6.
package struct Deadline: Sendable {
    /// The deadline of the request that this task works for; nil for background work.
    @TaskLocal package static var current: Deadline?

    /// The effect of the deadline on work.
    private enum Ending: Sendable {
        /// The caller gets an error at the deadline.
        case late
        /// Work that has started is awaited. No new work starts.
        case onceBegun
        /// Work may start after the deadline, and is awaited.
        case always
    }

    private var ending = Ending.late
    private let attemptMargin: Duration
    private let left: @Sendable () -> Duration
    private let sleep: @Sendable () async throws -> Void
    private let alarm = DeadlineAlarm()

    /// Creates a deadline this long after now on a given clock, which tests can control.
    ///
    /// - Parameter attemptMargin: the time that must be left to reserve an attempt at the PIN; zero for work that reserves none.
    package init<C: Clock<Duration>>(after time: Duration, on clock: C, attemptMargin: Duration) {
        let end = clock.now.advanced(by: time)
        self.attemptMargin = attemptMargin
        left = { clock.now.duration(to: end) }
        sleep = { try await clock.sleep(until: end, tolerance: nil) }
    }

    /// The time left until the deadline; zero after the deadline.
    package var timeLeft: Duration { max(.zero, left()) }

    /// True once the deadline has passed.
    package var isOver: Bool { left() <= .zero }

    /// True if work started now runs to its end and is awaited even after the deadline.
    package var letsWorkEnd: Bool { ending != .late }

    /// Returns the time limit for a wait that starts now: `limit` or the time left, whichever is shorter; `limit` for work that must run to
    /// its end.
    package static func limiting(_ limit: Duration) -> Duration {
        current.map { $0.ending == .always ? limit : min(limit, $0.timeLeft) } ?? limit
    }

    /// True if an attempt at the PIN should not be reserved, because too little time is left to judge it.
    package static var forbidsAttempt: Bool {
        guard let current, current.ending != .always else { return false }
        let left = current.left()
        return left <= .zero || left < current.attemptMargin
    }

    /// True if no new work should start, because the client no longer waits for the response.
    package static var forbidsWork: Bool { current.map { $0.isOver && $0.ending != .always } ?? false }

    /// Runs work that must run to its end and whose outcome must be known, so it is awaited beyond the deadline. The answer to the client
    /// does not wait for it (`OngoingWork`).
    ///
    /// - Parameter onceBegun: true cancels work that has not started by the deadline.
    /// - Throws: the error of the body.
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

    /// Waits for an answer, at most until the request's deadline.
    ///
    /// - Parameters:
    ///   - late: creates the answer when the deadline comes first; nil continues to wait. The work may continue. Not called for work that
    ///     must run to its end.
    ///   - begin: starts the work. Called at once, even after the deadline.
    package static func awaitReply<Value: Sendable>(
        orLate late: @escaping @Sendable () -> Value?, _ begin: (Reply<Value>) -> Void
    ) async -> Value {
        let reply = Reply<Value>()
        guard let current, current.ending != .always else { return await reply.value(begin) }
        // A cancelled caller also stops waiting.
        let giveUp: @Sendable () -> Void = { if let value = late() { reply.give(value) } }
        guard let wait = current.alarm.add(giveUp) else {
            return await reply.value(
                unless: {
                    try? await current.sleep()
                    giveUp()
                }, begin)
        }
        defer { current.alarm.remove(wait) }
        return await withTaskCancellationHandler {
            await reply.value(begin)
        } onCancel: {
            giveUp()
        }
    }

    // MARK: Watching

    /// Announces work of a task that may wait until this deadline, and that `watch` will be called. Without, each wait has its own timer.
    func workBegins() { alarm.begin() }

    /// Reports that this work is done.
    func workEnds() { alarm.finish() }

    /// Sleeps until the deadline and ends the waits for answers. Returns at once if the work is done. Cancelled, it ends the waits early.
    func watch() async {
        guard !alarm.isIdle else { return }
        if !isOver { try? await sleep() }
        alarm.ring()
    }
}
