// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A screen for whose answer a flow waits: its drawing and the actions of its controls. Both can change while it stays on the glass.
final class ScreenContents<S: Screen>: Sendable {
    private let screen: Mutex<S>

    init(_ screen: S) {
        self.screen = Mutex(screen)
    }

    var drawn: Presentation.Drawn { Presentation.Drawn(screen.withLock { $0 }) }

    /// Replaces the screen.
    func put(_ screen: S) { self.screen.withLock { $0 = screen } }

    /// Returns the action of an answer on the present screen; nil for an answer it does not accept.
    func action(for answer: Answer) -> S.Action? {
        let handlers = screen.withLock { $0 }.pieces.lazy.compactMap { $0.handlers[answer.control] }
        return handlers.first.flatMap { $0(answer.value) }
    }
}
