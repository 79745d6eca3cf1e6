// SPDX-License-Identifier: EUPL-1.2

/// What the operating system tells a running app.
package enum AppLifecycleEvent: Sendable, Hashable {
    /// The app left the glass; its process lives on.
    case didEnterBackground
    /// The app is on the glass again.
    case willEnterForeground
    /// The user has locked the device itself.
    case didLockDevice
}
