// SPDX-License-Identifier: EUPL-1.2

/// This release of the app.
package enum AppRelease {
    /// The version of this code.
    package static let released = "1.0.0"
    /// The version that follows, for trying out an update.
    package static let next = "1.1.0"
    /// The version of the running app, which the update policy judges (PF1.4) and users report to the help desk. Only the simulated phone overrides
    /// it, to run the app as another version.
    @TaskLocal package static var version = released
}
