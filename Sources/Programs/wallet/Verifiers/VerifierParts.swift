// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import Hummingbird
import Logging
import PhoneSimulator
import WalletVerifier
import WalletVerifierHTTP

/// The parts that all desks of the demo's verifier share.
struct VerifierParts: Sendable {
    let settings: VerifierSettings
    let store: any SessionStore
    let secret: [UInt8]
    let status: VerifierDesk.StatusLookup
    let metrics: VerifierMetrics
    let timeouts: Timeouts
    let clock: VirtualClock
    let logger: Logger
    let limiter = VerifierLimiter(.none)

    /// A desk for parties.
    ///
    /// - Parameter ahead: by how much its clock is ahead of the servers', in seconds.
    func desk(_ parties: [Party], ahead: TimeInterval = 0) -> VerifierDesk {
        VerifierDesk(
            settings: settings, parties: parties, store: store, secret: secret, status: status,
            clock: { [clock] in clock.now + ahead }, random: randomBytes)
    }

    /// The routes of a desk.
    ///
    /// - Throws: `MissingAsset`.
    func responder(_ desk: VerifierDesk) throws -> RouterResponder<VerifierContext> {
        try VerifierRoutes(
            desk: desk, limiter: limiter, timeouts: timeouts, metrics: metrics, clock: { [clock] in clock.now }, logger: logger
        ).router().buildResponder()
    }
}
