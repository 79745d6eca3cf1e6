// SPDX-License-Identifier: EUPL-1.2

/// A life-cycle event that the operating system sends to a running process. The user interface can be destroyed and created again while the process
/// and its core live on.
package enum AppLifecycleEvent: Sendable, Hashable {
    /// The app left the foreground; its process lives on.
    case didEnterBackground
    case willEnterForeground
    /// The user opened a universal link of the app. The app is in the foreground by then, and the link is in the process' `OpenedLinks`.
    case openLink
    /// The system destroyed the user interface; the app is not in the foreground.
    case didDestroyUserInterface
    /// The app returns to the foreground with a new user interface.
    case willCreateUserInterface
    /// The user has locked the device itself.
    case didLockDevice
}
