// SPDX-License-Identifier: EUPL-1.2

/// The release of the running app.
package enum AppRelease {
    /// The version, which the update policy judges (PF1.4) and users report to the help desk. The program that hosts the app sets it, from
    /// the brand or from the version that is installed.
    @TaskLocal package static var version = "0.0.0"
}
