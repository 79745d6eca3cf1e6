// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// After how long the wallet locks itself, in seconds (UC9.7).
package struct LockTimeouts: Sendable, Hashable {
    /// Without any activity, until the user is asked whether they are still there.
    package let warning: TimeInterval
    /// Without any activity, until the wallet locks.
    package let inactivity: TimeInterval
    /// In the background, until the wallet locks.
    package let background: TimeInterval

    /// The design's: 240, 300 and 300.
    package static let `default` = LockTimeouts(warning: 240, inactivity: 300, background: 300)

    /// - Parameters:
    ///   - warning: above 0 and below `inactivity`.
    ///   - inactivity: above 0.
    ///   - background: 0 or more.
    package init(warning: TimeInterval, inactivity: TimeInterval, background: TimeInterval) {
        self.warning = warning
        self.inactivity = inactivity
        self.background = background
    }

    /// The shortest time without activity that a user may choose.
    package static let shortestInactivity: TimeInterval = 60

    /// The same with the user's own, shorter time without activity. The question comes as long before the lock as configured, but not before
    /// half of the time.
    package func shortened(to chosen: TimeInterval?) -> LockTimeouts {
        guard let chosen, chosen < inactivity else { return self }
        let inactivity = max(chosen, Self.shortestInactivity)
        return LockTimeouts(
            warning: max(inactivity - (self.inactivity - warning), inactivity / 2), inactivity: inactivity,
            background: min(background, inactivity))
    }
}
