// SPDX-License-Identifier: EUPL-1.2

import Synchronization
package import WalletApp

/// The phone's glass: what the running app shows, whichever process of the app that is.
///
/// Pages name what they saw by a ticket of the glass. It never repeats, so a tap that was meant for a process that is gone reaches nothing.
package final class Glass: Sendable {
    /// What is on the glass now.
    struct Shown: Sendable, Equatable {
        /// Names it for answers from a page.
        let ticket: Int
        /// What the app shows.
        let presentation: Presentation
        /// The language that its user has chosen; nil for the phone's.
        var language: Language?
        /// Names the process of the app.
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
    private let changes: ChangeSignal

    /// An empty glass.
    init(changes: ChangeSignal) {
        self.changes = changes
    }

    /// Shows an app's screens until the calling task is cancelled, which is when the app's process ends; then the glass is empty again.
    ///
    /// - Parameter languages: the language that the app speaks; nil for the phone's.
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

    /// What is on the glass; nil when the app has shown nothing yet or does not run.
    var shown: Shown? {
        state.withLock { state in
            var shown = state.shown
            shown?.language = state.languages?.chosen
            return shown
        }
    }

    /// Hands an answer to the app.
    ///
    /// - Parameters:
    ///   - ticket: what the page saw.
    ///   - control: the row that the control takes.
    ///   - value: what was entered; nil for a button.
    /// - Returns: false when nothing waits for it.
    func answer(ticket: Int, control: Row, value: Entered?) -> Bool {
        let target = state.withLock { state -> (ScreenHost, Int)? in
            guard let host = state.host, let shown = state.shown, shown.ticket == ticket else { return nil }
            return (host, shown.presentation.ticket)
        }
        guard let (host, ticket) = target else { return false }
        return host.answer(Answer(ticket: ticket, control: control, entered: value))
    }

    /// The person has touched the glass or typed on it.
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
