// SPDX-License-Identifier: EUPL-1.2

/// The life-cycle state of the installed app.
@nonexhaustive public enum AppState: String, Sendable, Hashable, CaseIterable {
    /// There is no process.
    case notRunning
    /// The app is shown.
    case foreground
    /// The process runs in the background.
    case background
    /// The process runs, but its user interface was destroyed. Launching the app creates a new one over the living core.
    case withoutUserInterface
}
