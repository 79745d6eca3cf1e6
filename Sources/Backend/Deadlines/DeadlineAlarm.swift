// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The waits that end at one deadline. One watcher ends them all, because a timer for each wait would switch threads twice.
final class DeadlineAlarm: Sendable {
    private enum Phase {
        /// No watcher is set; the next piece of work needs a new watcher.
        case idle
        /// A watcher will call `ring` at the deadline, unless all these pieces of work finish before.
        case watched(pieces: Int)
        /// The deadline has passed.
        case rung
    }

    private struct State {
        var phase = Phase.idle
        var last = 0
        var waits: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// True if no work is left that could wait until the deadline.
    var isIdle: Bool { state.withLock { if case .idle = $0.phase { true } else { false } } }

    /// Announces a piece of work, and that `ring` will be called unless `finish` comes first.
    func begin() {
        state.withLock { state in
            switch state.phase {
            case .idle: state.phase = .watched(pieces: 1)
            case .watched(let pieces): state.phase = .watched(pieces: pieces + 1)
            case .rung: break
            }
        }
    }

    /// Reports that a piece of work is done.
    func finish() {
        state.withLock { state in
            guard case .watched(let pieces) = state.phase else { return }
            state.phase = pieces > 1 ? .watched(pieces: pieces - 1) : .idle
        }
    }

    /// Registers a wait. After the deadline its end is called at once.
    ///
    /// - Returns: the wait's number; nil if `ring` will not be called.
    func add(_ end: @escaping @Sendable () -> Void) -> Int? {
        let (number, isOver) = state.withLock { state -> (Int?, Bool) in
            switch state.phase {
            case .idle: return (nil, false)
            case .rung: return (0, true)
            case .watched:
                state.last += 1
                state.waits[state.last] = end
                return (state.last, false)
            }
        }
        if isOver { end() }
        return number
    }

    /// Removes a wait that has ended.
    func remove(_ number: Int) {
        state.withLock { _ = $0.waits.removeValue(forKey: number) }
    }

    /// Ends all waits of work that is not done, and later its further waits.
    func ring() {
        let waits = state.withLock { state -> [Int: @Sendable () -> Void] in
            guard case .watched = state.phase else { return [:] }
            state.phase = .rung
            defer { state.waits = [:] }
            return state.waits
        }
        for end in waits.values { end() }
    }
}
