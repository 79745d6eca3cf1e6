// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration

/// The periods after which the wallet locks, in seconds (UC9.7): as configured, or shorter by the user's choice.
struct LockPeriods: Sendable, Hashable {
    /// The time without activity until the warning.
    let warning: TimeInterval
    /// The time without activity until the lock.
    let inactivity: TimeInterval
    /// The time in the background until the lock.
    let background: TimeInterval

    /// The shortest idle time that a user can choose.
    static let shortestInactivity: TimeInterval = 60

    /// - Parameters:
    ///   - configured: the configured periods.
    ///   - chosen: the user's idle time, in seconds; it only applies if shorter than configured. The warning then precedes the lock by the
    ///     configured time, but comes no earlier than half-way.
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
