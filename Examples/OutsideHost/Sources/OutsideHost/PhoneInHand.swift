// SPDX-License-Identifier: EUPL-1.2

/// A phone that the person operates: the acts outside the app's own screens.
public protocol PhoneInHand: Sendable {
    /// Presents the enrolled face or finger at the sensor's prompt, now or when it is shown.
    func presentFaceOrFinger() async

    /// Closes the sensor's prompt, now or when it is shown.
    func closePrompt() async

    /// Locks the phone, unlocks it, and returns to the app.
    func lockAndUnlock()

    /// Leaves the app for another app.
    func leaveApp()

    /// Opens a universal link of the app.
    func open(_ link: String)

    /// Ends the app's process.
    func endProcess()
}
