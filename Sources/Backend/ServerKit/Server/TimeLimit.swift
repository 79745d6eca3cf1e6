// SPDX-License-Identifier: EUPL-1.2

import NIOCore

/// A time limit of one connection, started for each request or answer.
///
/// A timer for each request would cost more with each connection: NIO finds a cancelled timer by a search through all timers of the event
/// loop. Here a start only notes the end. One timer per connection compares the note when it fires, and continues until a later end.
final class TimeLimit {
    private let time: TimeAmount
    /// The end of the time; nil while nothing is limited.
    private var end: NIODeadline?
    /// Fires at or before `end`.
    private var timer: Scheduled<Void>?

    init(_ time: Duration) { self.time = TimeAmount(time) }

    /// Starts the time, instead of a time that was started before.
    ///
    /// - Parameter act: called when the time is over. All calls of one connection pass the same act.
    func start(on eventLoop: any EventLoop, _ act: @escaping () -> Void) {
        let end = eventLoop.now + time
        self.end = end
        if timer == nil { schedule(end, eventLoop, act) }
    }

    /// Ends the limit before its time is over.
    func stop() { end = nil }

    /// Ends the limit and its timer, when the connection has ended.
    func cancel() {
        end = nil
        timer?.cancel()
        timer = nil
    }

    private func schedule(_ deadline: NIODeadline, _ eventLoop: any EventLoop, _ act: @escaping () -> Void) {
        timer = eventLoop.assumeIsolated().scheduleTask(deadline: deadline) {
            self.timer = nil
            guard let end = self.end else { return }
            guard end <= eventLoop.now else { return self.schedule(end, eventLoop, act) }
            self.end = nil
            act()
        }
    }
}
