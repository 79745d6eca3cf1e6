// SPDX-License-Identifier: EUPL-1.2

/// What the update policy says of a version at an instant (PF1.4).
package enum UpdateVerdict: Sendable, Hashable {
    /// Nothing.
    case ok
    /// There is a newer version.
    case notify
    /// A newer version is recommended.
    case recommend
    /// The version will be blocked within so many days, begun ones counted: 1 on the last day.
    case warn(daysLeft: Int)
    /// The version is blocked; whether there is a newer one that is not.
    case block(isUpdateAvailable: Bool)
}

extension UpdateVerdict: Comparable {
    /// From best to worst: ok, notify, recommend, warn (fewer days are worse), block with a newer version, block without.
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
