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
        let presentation: Presentation
        /// The language of the app; nil for the phone's.
        var language: Language?
        /// The number of the app's process.
        var life = 0
    }

    private struct State {
        var host: ScreenHost?
        var languages: LanguageChoice?
        var shown: Shown?
        var lastTurn = 0
    }

    /// Numbers the screens of all processes of the app.
    package let tickets = TicketSequence()
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
            shown?.language = state.languages?.current
            return shown
        }
    }

    /// Hands an answer to the app.
    ///
    /// - Returns: false if the glass no longer shows the screen that the page answered, or if nothing waits for the answer.
    func forward(_ answer: Answer) -> Bool {
        let host = state.withLock { $0.shown?.presentation.ticket == answer.ticket ? $0.host : nil }
        return host?.submit(answer) ?? false
    }

    /// Reports that the user touched the glass or typed text.
    func touch() { state.withLock { $0.shown == nil ? nil : $0.host }?.touch() }

    private func put(_ presentation: Presentation?, inTurn turn: Int) {
        state.withLock { state in
            guard state.lastTurn == turn else { return }
            guard let presentation else {
                state.shown = nil
                return
            }
            state.shown = Shown(presentation: presentation, life: turn)
        }
        changes.notify()
    }
}
