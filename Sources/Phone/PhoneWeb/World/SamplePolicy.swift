// SPDX-License-Identifier: EUPL-1.2

/// An update policy to try out, by what it says of the version of the app on the phone (PF1.4).
package enum SamplePolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing.
    case ok
    /// There is a newer version.
    case notify
    /// A newer version is recommended.
    case recommend
    /// It is blocked a week after the policy was signed.
    case warnWeek = "warn-7"
    /// It is blocked a day after the policy was signed.
    case warnDay = "warn-1"
    /// It is blocked, and there is a newer version.
    case block
    /// It is blocked, and there is no newer version.
    case blockFinal = "block-final"

    /// After how many days the version is blocked; nil when it is not warned about.
    package var days: Int? {
        switch self {
        case .warnWeek: 7
        case .warnDay: 1
        case .ok, .notify, .recommend, .block, .blockFinal: nil
        }
    }
}
