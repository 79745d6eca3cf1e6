// SPDX-License-Identifier: EUPL-1.2

/// This release of the app.
package enum AppRelease {
    /// Its version, which the update policy judges (PF1.4) and people tell the help desk.
    package static let version = "1.0.0"
}
