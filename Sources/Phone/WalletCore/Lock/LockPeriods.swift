// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration

/// After how long the wallet locks itself, in seconds (UC9.7): as configured, or sooner when the user has chosen so.
struct LockPeriods: Sendable, Hashable {
    /// Without any activity, until the user is asked whether they are still there.
    let warning: TimeInterval
    /// Without any activity, until the wallet locks.
    let inactivity: TimeInterval
    /// In the background, until the wallet locks.
    let background: TimeInterval

    /// The shortest time without activity that a user may choose.
    static let shortestInactivity: TimeInterval = 60

    /// - Parameters:
    ///   - configured: what is configured.
    ///   - chosen: the user's own time without activity, in seconds; only a shorter one than configured counts. The question then comes as long
    ///     before the lock as configured, but not before half of the time.
    init(_ configured: LockTimeouts, inactivity chosen: TimeInterval? = nil) {
        let configuredInactivity = TimeInterval(configured.inactivitySeconds)
        let configuredWarning = TimeInterval(configured.warningSeconds)
        let configuredBackground = TimeInterval(configured.backgroundSeconds)
        guard let chosen, chosen < configuredInactivity else {
            (warning, inactivity, background) = (configuredWarning, configuredInactivity, configuredBackground)
            return
        }
        inactivity = min(max(chosen, Self.shortestInactivity), configuredInactivity)
        warning = max(inactivity - (configuredInactivity - configuredWarning), inactivity / 2)
        background = min(configuredBackground, inactivity)
    }
}
