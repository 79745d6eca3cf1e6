// SPDX-License-Identifier: EUPL-1.2

/// This release of the app.
package enum AppRelease {
    /// The version that this code is.
    package static let released = "1.0.0"
    /// The one that will come after it, to try an update out with.
    package static let next = "1.1.0"
    /// The version of the app that runs, which the update policy judges (PF1.4) and people tell the help desk. The simulated phone runs an app
    /// as another version; everybody else has what this code is.
    @TaskLocal package static var version = released
}
