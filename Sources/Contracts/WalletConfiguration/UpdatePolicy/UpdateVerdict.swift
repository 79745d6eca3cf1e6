// SPDX-License-Identifier: EUPL-1.2

/// The update policy's verdict on a version at an instant (PF1.4).
package enum UpdateVerdict: Sendable, Hashable {
    /// No message.
    case ok
    /// A newer version exists.
    case notify
    /// A newer version is recommended.
    case recommend
    /// The version will be blocked within this number of days, rounded up: 1 on the last day.
    case warn(daysLeft: Int)
    /// The version is blocked; `isUpdateAvailable` is true if a newer version is not blocked.
    case block(isUpdateAvailable: Bool)
}

extension UpdateVerdict: Comparable {
    /// Orders by severity: ok, notify, recommend, warn (fewer days are worse), block with a newer version, block without.
    package static func < (left: UpdateVerdict, right: UpdateVerdict) -> Bool { left.severity < right.severity }

    private var severity: (Int, Int) {
        switch self {
        case .ok: (0, 0)
        case .notify: (1, 0)
        case .recommend: (2, 0)
        case .warn(let daysLeft): (3, -daysLeft)
        case .block(let isUpdateAvailable): (4, isUpdateAvailable ? 0 : 1)
        }
    }
}
