// SPDX-License-Identifier: EUPL-1.2

/// What the operating system tells a running process. The app's user interface may go and come while the process, and the core in it, live on.
package enum AppLifecycleEvent: Sendable, Hashable {
    /// The app left the glass; its process lives on.
    case didEnterBackground
    /// The app is on the glass again.
    case willEnterForeground
    /// The user touched a universal link of the app; it is on the glass by then, and the link waits in the process' `OpenedLinks`.
    case openLink
    /// The user interface was destroyed; the app is not on the glass.
    case didDestroyUserInterface
    /// The app is to be on the glass again, with a new user interface.
    case willCreateUserInterface
    /// The user has locked the device itself.
    case didLockDevice
}
