// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// A screen for whose answer a flow waits: its drawing and the actions of its controls. Both can change while it stays on the glass.
final class ScreenContents<S: Screen>: Sendable {
    /// The user's choice.
    enum Choice: Sendable {
        case action(S.Action)
        /// The shared help button (extra/9a), with the topic of the screen's help page.
        case help(topic: String)
    }

    private let screen: Mutex<S>

    init(_ screen: S) {
        self.screen = Mutex(screen)
    }

    var drawn: Presentation.Drawn { Presentation.Drawn(screen.withLock { $0 }) }

    /// Replaces the screen.
    func put(_ screen: S) { self.screen.withLock { $0 = screen } }

    /// Returns the choice of an answer on the present screen; nil for an answer it does not accept.
    func choice(for answer: Answer) -> Choice? {
        let shown = screen.withLock { $0 }
        if answer.control == .sharedHelp { return answer.value == nil ? shown.helpTopic.map { .help(topic: $0) } : nil }
        // Several pieces may have controls of one row, such as the lists of several months.
        return shown.pieces.lazy.compactMap { $0.handlers[answer.control]?(answer.value) }.first.map { .action($0) }
    }
}
