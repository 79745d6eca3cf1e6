// SPDX-License-Identifier: EUPL-1.2

package import PlatformSupport

/// The resources that the operating system gives to an app it starts.
package struct AppProcess: Sendable {
    package let bridges: PlatformBridges
    /// The app's life-cycle events, in order, for one reader. The stream ends with the process.
    package let lifecycle: AsyncStream<AppLifecycleEvent>
    /// Opened links that the app has not stored yet, including those of an earlier process.
    package let links: any OpenedLinks
}

/// The life-cycle state of the installed app.
package enum AppState: String, Sendable, Hashable, CaseIterable {
    /// There is no process.
    case notRunning
    case foreground
    /// The process runs in the background.
    case background
    /// The process runs, but its user interface was destroyed. Launching the app creates a new one over the living core.
    case withoutUserInterface
}
