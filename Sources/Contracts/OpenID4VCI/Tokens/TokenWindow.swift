// SPDX-License-Identifier: EUPL-1.2

/// How old a token may be that was made for one request.
package struct TokenWindow: Sendable, Hashable {
    /// The oldest that is accepted, in seconds.
    package let maximumAge: Int64
    /// The seconds by which clocks may differ.
    package let leeway: Int64

    /// 300 seconds, and clocks that differ by 60, unless told; a negative number counts as 0.
    package init(maximumAge: Int64 = 300, leeway: Int64 = 60) {
        self.maximumAge = max(0, min(maximumAge, 0xFFFF_FFFF))
        self.leeway = max(0, min(leeway, 0xFFFF_FFFF))
    }

    /// - Throws: `TokenFault` with `time`.
    func check(issuedAt: Int64, notBefore: Int64? = nil, now: Int64) throws(TokenFault) {
        guard issuedAt <= now + leeway, issuedAt + maximumAge + leeway >= now, (notBefore ?? 0) <= now + leeway else { throw .time }
    }

    /// When a token that was made then is too old for sure: so long its identifier must be kept.
    func end(issuedAt: Int64) -> Int64 { issuedAt + maximumAge + leeway + 1 }
}

/// What a server keeps of tokens that may be used once, and its own nonces. The server brings the stores; several replicas share them.
package struct OneTimeChecks: Sendable {
    /// Marks an identifier as used. True the first time; it may be forgotten at the instant given, in seconds since 1970. Must be atomic.
    package let use: @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool
    /// Whether a DPoP nonce is one of the server's that is valid now (RFC 9449 §8); nil when the server uses none. It may be used several
    /// times.
    package let isDPoPNonce: (@Sendable (_ nonce: String) async throws -> Bool)?
    /// Whether an attestation challenge is one of the server's that is valid now; nil when the server uses none.
    package let isChallenge: (@Sendable (_ challenge: String) async throws -> Bool)?

    /// These stores.
    package init(
        use: @escaping @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool,
        isDPoPNonce: (@Sendable (_ nonce: String) async throws -> Bool)? = nil,
        isChallenge: (@Sendable (_ challenge: String) async throws -> Bool)? = nil
    ) {
        self.use = use
        self.isDPoPNonce = isDPoPNonce
        self.isChallenge = isChallenge
    }
}
