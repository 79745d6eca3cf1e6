// SPDX-License-Identifier: EUPL-1.2

public import Foundation

/// Time on the phone and in the world around it.
extension SimulatedPhone {
    /// Moves time forward for the phone and the world, also after the phone is switched on again.
    ///
    /// - Parameter seconds: the distance; values of 0 or less do nothing.
    /// - Throws: `directoryUnusable`; then time does not move.
    public func moveClock(by seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds > 0, seconds.isFinite else { return }
        try device.change { $0.clockOffset += seconds }
        worldClock.advance(by: seconds)
        clock.advance(by: seconds)
    }

    /// Sets the phone's wall clock forward or back, as its user can. The world's time does not change.
    ///
    /// - Parameter seconds: the distance, negative for back; values that are not finite do nothing.
    /// - Throws: `directoryUnusable`; the clock is then unchanged.
    public func turnClock(by seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds != 0, seconds.isFinite else { return }
        try device.change { $0.clockError += seconds }
        clock.turn(by: seconds)
    }

    /// Sets the phone's wall clock to the world's time.
    ///
    /// - Throws: `directoryUnusable`; the clock is then unchanged.
    public func setClockRight() throws(SimulatedPhoneError) {
        try turnClock(by: -device.settings.clockError)
    }

    /// Lets the phone sleep and wakes it: it locks, time passes, and an app that was in the foreground returns there.
    ///
    /// - Parameter seconds: the duration; values of 0 or less do nothing.
    /// - Throws: `directoryUnusable`; the phone then stays awake.
    public func sleep(for seconds: TimeInterval) throws(SimulatedPhoneError) {
        guard seconds > 0, seconds.isFinite else { return }
        try device.change { $0.clockOffset += seconds }
        let wasOnGlass = appState == .foreground
        lockDevice()
        worldClock.advance(by: seconds)
        clock.advance(by: seconds)
        if wasOnGlass { bringToForeground() }
    }
}
