// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// How time goes by for the phone and for everybody else.
extension SimulatedPhone {
    /// Lets time go by, for the phone and for everybody else, now and for the next time that the phone is switched on.
    ///
    /// - Parameter seconds: how long; anything that is not more than 0 does nothing.
    /// - Throws: `directoryUnusable`; then no time goes by.
    package func moveClock(by seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds > 0, seconds.isFinite else { return }
        try device.change { $0.clockOffset += seconds }
        worldClock.advance(by: seconds)
        clock.advance(by: seconds)
    }

    /// Turns the phone's own clock forward or back, as its user can in the settings. Nobody else's time changes.
    ///
    /// - Parameter seconds: how far, less than 0 for back; nothing that is not finite does anything.
    /// - Throws: `directoryUnusable`; the clock is then not turned.
    package func turnClock(by seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds != 0, seconds.isFinite else { return }
        try device.change { $0.clockError += seconds }
        clock.turn(by: seconds)
    }

    /// Sets the phone's own clock right again.
    ///
    /// - Throws: `directoryUnusable`; the clock is then as wrong as before.
    package func setClockRight() throws(SimulatedPhoneError) {
        try turnClock(by: -device.settings.clockError)
    }

    /// Lays the phone aside and takes it up again: it locks itself, sleeps so long, and what was on the glass is there again.
    ///
    /// - Parameter seconds: how long; anything that is not more than 0 does nothing.
    /// - Throws: `directoryUnusable`; the phone then stays awake.
    package func sleep(for seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds > 0, seconds.isFinite else { return }
        try device.change { $0.clockOffset += seconds }
        let wasOnGlass = appState == .foreground
        lockDevice()
        worldClock.advance(by: seconds)
        clock.advance(by: seconds)
        if wasOnGlass { bringToForeground() }
    }
}
