// SPDX-License-Identifier: EUPL-1.2

/// A source of events for any number of observers. Each observer receives all events sent after it began to observe.
package final class ObservedEvents<Event: Sendable>: Sendable {
    private let observers = Observers<Event>()

    package init() {}

    deinit { observers.end(isFinal: true) }

    /// Sends an event to all observers.
    package func send(_ event: Event) { observers.yield(event) }

    /// Returns a new observer's stream. It ends with the observing task and with the source.
    package func stream() -> AsyncStream<Event> { observers.add(.unbounded) ?? AsyncStream { $0.finish() } }
}
