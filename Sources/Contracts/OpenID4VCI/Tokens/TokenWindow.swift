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

    /// Compares the sender's clock with the server's.
    ///
    /// - Throws: `TokenFault` with `clock`.
    package func check(issuedAt: Int64, notBefore: Int64? = nil, now: Int64) throws(TokenFault) {
        guard contains(issuedAt, now: now), (notBefore ?? 0) <= now + leeway else { throw .clock }
    }

    /// True if an instant is neither too long ago nor ahead by more than the leeway.
    func contains(_ instant: Int64, now: Int64) -> Bool { instant <= now + leeway && instant + maximumAge + leeway >= now }

    /// The first second at which a token is certainly too old; its identifier must be stored until this second.
    func end(issuedAt: Int64) -> Int64 { issuedAt + maximumAge + leeway + 1 }
}

/// A server's stores for single-use tokens and for its own nonces, shared by all replicas.
public struct OneTimeChecks: Sendable {
    /// Marks an identifier as used, atomically; true the first time. It may be deleted at `until`, in seconds since 1970.
    public let use: @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool
    /// Returns when the server issued a DPoP nonce, in seconds since 1970; nil unless the nonce is in force (RFC 9449 §8). Nonces may be
    /// used several times. Nil if the server uses none; then it compares the wallet's clock with its own.
    public let dpopNonceTime: (@Sendable (_ nonce: String) async throws -> Int64?)?
    /// Returns when the server issued an attestation challenge, in seconds since 1970; nil unless the challenge is in force. Nil if the
    /// server uses none; then it compares the wallet's clock with its own.
    public let challengeTime: (@Sendable (_ challenge: String) async throws -> Int64?)?

    /// Stores; without nonces and challenges by default.
    public init(
        use: @escaping @Sendable (_ identifier: String, _ until: Int64) async throws -> Bool,
        dpopNonceTime: (@Sendable (_ nonce: String) async throws -> Int64?)? = nil,
        challengeTime: (@Sendable (_ challenge: String) async throws -> Int64?)? = nil
    ) {
        self.use = use
        self.dpopNonceTime = dpopNonceTime
        self.challengeTime = challengeTime
    }
}
