// SPDX-License-Identifier: EUPL-1.2

/// A sample update policy, by its effect on the installed version of the app (PF1.4).
package enum SamplePolicy: String, Sendable, Hashable, CaseIterable {
    /// No message.
    case ok
    case notify
    case recommend
    /// Blocked a week after the policy was signed.
    case warnWeek = "warn-7"
    /// Blocked a day after the policy was signed.
    case warnDay = "warn-1"
    /// Blocked; there is a newer version.
    case block
    /// Blocked; there is no newer version.
    case blockFinal = "block-final"

    /// The days until the version is blocked; nil without a warning.
    package var days: Int? {
        switch self {
        case .warnWeek: 7
        case .warnDay: 1
        case .ok, .notify, .recommend, .block, .blockFinal: nil
        }
    }
}
