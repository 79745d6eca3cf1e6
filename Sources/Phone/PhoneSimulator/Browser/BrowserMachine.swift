// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The parts of a machine that its browser uses.
struct BrowserMachine: Sendable {
    /// The machine's wall clock.
    let now: @Sendable () -> Date
    /// The language in which pages are requested, as a BCP 47 tag.
    let language: @Sendable () -> String
    /// Opens the app with one of its links.
    let openApp: @Sendable (_ link: String) -> Void
    /// Puts the browser away.
    let leave: @Sendable () -> Void

    /// A phone, whose clock its user may set.
    static func phone(_ phone: SimulatedPhone) -> BrowserMachine {
        BrowserMachine(
            now: { phone.clock.now }, language: { phone.device.settings.language.rawValue }, openApp: { phone.openLink($0) },
            leave: { phone.show(nil) })
    }

    /// A laptop of the phone's user. It has the right time and no apps, and nothing done to the phone affects it.
    static func laptop(beside phone: SimulatedPhone) -> BrowserMachine {
        BrowserMachine(
            now: { phone.worldClock.now }, language: { phone.device.settings.language.rawValue }, openApp: { _ in }, leave: {})
    }
}
