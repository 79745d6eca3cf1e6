// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// What the operating system gives to an app that it starts.
package struct AppProcess: Sendable {
    /// The ways into the native world.
    package let bridges: PlatformBridges
    /// What happens to the app on the glass, in order, for one reader; it ends with the process.
    package let lifecycle: AsyncStream<AppLifecycleEvent>
    /// The links that were touched and that the app has not stored yet; those of an earlier process are among them.
    package let links: any OpenedLinks
}

/// Where the installed app is in its life.
package enum AppState: String, Sendable, Hashable, CaseIterable {
    /// There is no process.
    case notRunning
    /// The process runs and is on the glass.
    case foreground
    /// The process runs and is not on the glass.
    case background
    /// The process runs, but its user interface was destroyed; launching the app makes a new one over what lived on.
    case withoutUserInterface
}
