// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A screen that a flow waits on: what is drawn of it, and what its controls mean. Both can change while it stays on the glass.
final class ScreenContents<S: Screen>: Sendable {
    private let screen: Mutex<S>

    init(_ screen: S) {
        self.screen = Mutex(screen)
    }

    /// As it is drawn now.
    var drawn: Presentation.Drawn { Presentation.Drawn(screen.withLock { $0 }) }

    /// Replaces it.
    func put(_ screen: S) { self.screen.withLock { $0 = screen } }

    /// What an answer means on the screen as it is now; nil when it is none of its answers.
    func action(for answer: Answer) -> S.Action? {
        let handlers = screen.withLock { $0 }.pieces.lazy.compactMap { $0.handlers[answer.control] }
        return handlers.first.flatMap { $0(answer.value) }
    }
}
