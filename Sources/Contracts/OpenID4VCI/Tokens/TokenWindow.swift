// SPDX-License-Identifier: EUPL-1.2

/// The accepted age of a token made for one request.
public struct TokenWindow: Sendable, Hashable {
    /// Maximum age in seconds.
    public let maximumAge: Int64
    /// Allowed clock difference in seconds.
    public let leeway: Int64

    /// A window; 300 seconds and a leeway of 60 by default. Negative values count as 0.
    public init(maximumAge: Int64 = 300, leeway: Int64 = 60) {
        self.maximumAge = max(0, min(maximumAge, 0xFFFF_FFFF))
        self.leeway = max(0, min(leeway, 0xFFFF_FFFF))
    }

    /// - Throws: `TokenFault` with `time`.
    package func check(issuedAt: Int64, notBefore: Int64? = nil, now: Int64) throws(TokenFault) {
        guard issuedAt <= now + leeway, issuedAt + maximumAge + leeway >= now, (notBefore ?? 0) <= now + leeway else { throw .time }
    }

    /// The first second at which a token is certainly too old; its identifier must be stored until this second.
    package func end(issuedAt: Int64) -> Int64 { issuedAt + maximumAge + leeway + 1 }
}

/// A server's stores for single-use tokens and for its own nonces, shared by all replicas.
public struct OneTimeChecks: Sendable {
    /// Marks an identifier as used, atomically; true the first time. It may be deleted at `until`, in seconds since 1970.
    public let use: @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool
    /// Returns true if a DPoP nonce is currently valid (RFC 9449 §8). Nonces may be used several times. Nil if the server uses none.
    public let isDPoPNonce: (@Sendable (_ nonce: String) async throws -> Bool)?
    /// Returns true if an attestation challenge is currently valid. Nil if the server uses none.
    public let isChallenge: (@Sendable (_ challenge: String) async throws -> Bool)?

    /// Stores; without nonces and challenges by default.
    public init(
        use: @escaping @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool,
        isDPoPNonce: (@Sendable (_ nonce: String) async throws -> Bool)? = nil,
        isChallenge: (@Sendable (_ challenge: String) async throws -> Bool)? = nil
    ) {
        self.use = use
        self.isDPoPNonce = isDPoPNonce
        self.isChallenge = isChallenge
    }
}
