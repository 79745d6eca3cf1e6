// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletApp

/// The screen on the host's glass.
package final class HostGlass: Sendable {
    private struct Shown {
        let app: UserInterface
        var screen: DrawnScreen?
    }

    /// The target of an answer: a control on a screen. An entered value is passed separately.
    struct Answer: Decodable {
        let ticket: Int
        let control: String
    }

    private let callbacks: HostCallbacks
    private let shown = Mutex<Shown?>(nil)

    init(_ callbacks: HostCallbacks) {
        self.callbacks = callbacks
    }

    /// Shows a user interface until it ends.
    func show(_ app: UserInterface) async {
        shown.withLock { $0 = Shown(app: app) }
        for await screen in app.screens() {
            // The host may answer inside the callback.
            shown.withLock { $0?.screen = screen }
            callbacks.draw(screen.flatMap { try? JSONEncoder().encode($0) })
        }
        shown.withLock { $0 = nil }
    }

    func take(_ answer: Answer, _ value: consuming [UInt8]?) throws(HostFailure) {
        guard let now = shown.withLock({ $0 }), let screen = now.screen, screen.ticket == answer.ticket,
            now.app.answer(screen, answer.control, value: value)
        else { throw .notTaken }
    }

    func touch() { shown.withLock { $0 }?.app.touch() }
}
