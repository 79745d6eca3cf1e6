// SPDX-License-Identifier: EUPL-1.2

/// The times in a wallet's proof, by the wallet's clock, and the server's nonce in it.
package struct ProofTime: Sendable, Hashable {
    /// `iat`, seconds since 1970.
    package let issuedAt: Int64
    /// `nbf`, seconds since 1970; nil if absent.
    package let notBefore: Int64?
    /// The server's nonce or challenge; nil if absent.
    package let nonce: String?

    package init(issuedAt: Int64, notBefore: Int64? = nil, nonce: String?) {
        self.issuedAt = issuedAt
        self.notBefore = notBefore
        self.nonce = nonce
    }

    /// Checks that the proof is recent.
    ///
    /// A proof cannot be older than the nonce in it. So the nonce's time decides, and the wallet's clock is not compared with the server's
    /// (RFC 9449 §11.1). Only a server without nonces compares the clocks.
    ///
    /// - Parameters:
    ///   - nonceTime: returns when the server issued a nonce that is in force, in seconds since 1970; nil if the server uses none.
    ///   - now: seconds since 1970.
    /// - Returns: the second until which the proof's identifier must be stored, so that a replay is noticed.
    /// - Throws: ``TokenFault``: `nonce`, also for a nonce whose time is outside of the window; `clock` without nonces; `time` if `nbf` is
    ///   after `iat`. Errors of the stores.
    package func check(
        in window: TokenWindow, nonceTime: (@Sendable (_ nonce: String) async throws -> Int64?)?, now: Int64
    ) async throws -> Int64 {
        guard let nonceTime else {
            try window.check(issuedAt: issuedAt, notBefore: notBefore, now: now)
            return window.end(issuedAt: issuedAt)
        }
        guard let nonce, let time = try await nonceTime(nonce), window.contains(time, now: now) else { throw TokenFault.nonce }
        guard (notBefore ?? 0) <= issuedAt + window.leeway else { throw TokenFault.time }
        return window.end(issuedAt: time)
    }
}
