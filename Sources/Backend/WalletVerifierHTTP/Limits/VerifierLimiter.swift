// SPDX-License-Identifier: EUPL-1.2

import ServerKit

/// The limiters of one process.
package struct VerifierLimiter: Sendable {
    let addresses: RequestLimiter
    private let parties: RequestLimiter
    private let sessions: RequestLimiter

    /// Creates limiters without requests.
    ///
    /// - Parameter clock: a monotonic clock.
    package init(
        _ limits: VerifierLimits, clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
    ) {
        addresses = RequestLimiter(limits.addresses, clock: clock)
        parties = RequestLimiter(limits.parties, clock: clock)
        sessions = RequestLimiter(limits.sessions, clock: clock)
    }

    /// Counts a request of a party.
    ///
    /// - Throws: `TooManyRequests` if no token is left.
    func takeRequest(ofParty name: String) throws(TooManyRequests) { try parties.takeRequest(of: name) }

    /// Counts a request with a page token or a wallet token.
    ///
    /// - Throws: `TooManyRequests` if no token is left.
    func takeRequest(ofSession token: String) throws(TooManyRequests) { try sessions.takeRequest(of: token) }
}
