// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import Synchronization
package import WalletApp

/// The phone's glass: the display of the running app, across all processes of the app.
///
/// Each presentation has a ticket, which pages send back. Tickets never repeat, so a tap meant for an ended process reaches nothing.
package final class Glass: Sendable {
    /// The presentation on the glass.
    struct Shown: Sendable, Equatable {
        /// The ticket of this presentation, sent back with answers.
        let ticket: Int
        let presentation: Presentation
        /// The language that the user chose in the app; nil for the phone's.
        var language: Language?
        /// The number of the app's process.
        var life = 0
    }

    private struct State {
        var host: ScreenHost?
        var languages: LanguageChoice?
        var shown: Shown?
        var lastTicket = 0
        var lastTurn = 0
    }

    private let state = Mutex(State())
    private let changes: ObservedValue<Int>

    init(changes: ObservedValue<Int>) {
        self.changes = changes
    }

    /// Shows an app's screens until the calling task is cancelled at the end of the app's process. The glass is then empty.
    ///
    /// - Parameter languages: the language choice of the app; nil for the phone's language.
    package func show(_ host: ScreenHost, in languages: LanguageChoice? = nil) async {
        let turn = state.withLock { state in
            state.lastTurn += 1
            state.host = host
            state.languages = languages
            state.shown = nil
            return state.lastTurn
        }
        for await presentation in host.presentations() {
            put(presentation, inTurn: turn)
        }
        put(nil, inTurn: turn)
    }

    /// The presentation on the glass; nil when the app has shown nothing yet or is not running.
    var shown: Shown? {
        state.withLock { state in
            var shown = state.shown
            shown?.language = state.languages?.chosen
            return shown
        }
    }

    /// Passes an answer to the app.
    ///
    /// - Parameters:
    ///   - ticket: the ticket of the presentation that the page showed.
    ///   - control: the row of the control.
    ///   - value: the entered value; nil for a button.
    /// - Returns: false when no presentation waits for the answer.
    func answer(ticket: Int, control: Row, value: Entered?) -> Bool {
        let target = state.withLock { state -> (ScreenHost, Int)? in
            guard let host = state.host, let shown = state.shown, shown.ticket == ticket else { return nil }
            return (host, shown.presentation.ticket)
        }
        guard let (host, ticket) = target else { return false }
        return host.answer(Answer(ticket: ticket, control: control, entered: value))
    }

    /// Reports that the user touched the glass or typed on it.
    func touch() { state.withLock { $0.shown == nil ? nil : $0.host }?.touch() }

    private func put(_ presentation: Presentation?, inTurn turn: Int) {
        state.withLock { state in
            guard state.lastTurn == turn else { return }
            guard let presentation else {
                state.shown = nil
                return
            }
            if state.shown?.presentation.ticket != presentation.ticket { state.lastTicket += 1 }
            state.shown = Shown(ticket: state.lastTicket, presentation: presentation, life: turn)
        }
        changes.notify()
    }
}
