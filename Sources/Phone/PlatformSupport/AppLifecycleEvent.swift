// SPDX-License-Identifier: EUPL-1.2

/// What the operating system tells a running app.
package enum AppLifecycleEvent: Sendable, Hashable {
    /// The app left the glass; its process lives on.
    case didEnterBackground
    /// The app is on the glass again.
    case willEnterForeground
    /// The user touched a universal link of the app; it is on the glass by then. The text is whatever somebody wrote: nothing in it is checked,
    /// and it may be personal, so it is never logged.
    case openLink(String)
    /// The user has locked the device itself.
    case didLockDevice
}
