// SPDX-License-Identifier: EUPL-1.2

/// Events that any number of observers follow: each gets every event from the moment it begins to observe.
package final class ObservedEvents<Event: Sendable>: Sendable {
    private let observers = Observers<Event>()

    package init() {}

    deinit { observers.end(isFinal: true) }

    /// Hands an event to all observers.
    package func send(_ event: Event) { observers.yield(event) }

    /// A new observer's stream; it ends with the observing task and with the source.
    package func stream() -> AsyncStream<Event> { observers.add(.unbounded) ?? AsyncStream { $0.finish() } }
}
