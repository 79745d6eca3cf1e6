// SPDX-License-Identifier: EUPL-1.2

/// The reason that a scan ended without a code.
package enum CameraProblem: String, Sendable, Hashable, CaseIterable {
    /// The app may not use the camera (UC9.9/2). The system asked nothing.
    case notAllowed = "not_allowed"
    /// There is no camera, or another app uses it.
    case unavailable
    /// The app is not in the foreground, or another scan began. The call can be repeated.
    case interrupted
    /// The camera failed or does not answer. The call can be repeated.
    case failed
}
