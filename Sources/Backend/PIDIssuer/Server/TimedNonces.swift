// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON

/// Stateless nonces: each contains its expiry and an authentication code, so the issuer stores nothing and requests for many nonces cost no
/// memory.
struct TimedNonces: Sendable {
    /// The purpose of a nonce. A nonce is valid for its purpose only.
    enum Purpose: String, Sendable {
        /// `c_nonce` (OpenID4VCI §7).
        case proof
        /// `DPoP-Nonce` (RFC 9449 §8).
        case dpop
        /// The challenge for the proof of a wallet attestation.
        case attestation
    }

    /// Lifetime of a nonce, in seconds.
    static let lifetime: Int64 = 300

    private let key: SymmetricKey
    private let random: @Sendable (_ count: Int) -> [UInt8]

    /// - Parameter secret: 32 bytes, the same in all replicas and after a restart.
    init(secret: [UInt8], random: @escaping @Sendable (_ count: Int) -> [UInt8]) {
        key = SymmetricKey(data: secret)
        self.random = random
    }

    /// Creates a nonce.
    func make(_ purpose: Purpose, now: Int64) -> String {
        let end = UInt64(now + Self.lifetime)
        let content = (0..<8).map { UInt8(truncatingIfNeeded: end >> (56 - 8 * $0)) } + random(8)
        return Base64URL.encode(content + code(purpose, content))
    }

    /// Returns the expiry of a valid nonce, in seconds since 1970; nil for a nonce that is forged, expired or for a different purpose.
    func end(of nonce: String, _ purpose: Purpose, now: Int64) -> Int64? {
        guard nonce.utf8.count <= 64, let bytes = try? Base64URL.decode(nonce), bytes.count == 32 else { return nil }
        let content = Array(bytes.prefix(16))
        var difference: UInt8 = 0
        for (left, right) in zip(bytes.suffix(16), code(purpose, content)) { difference |= left ^ right }
        guard difference == 0 else { return nil }
        let end = content.prefix(8).reduce(Int64(0)) { $0 << 8 | Int64($1) }
        return now < end ? end : nil
    }

    /// Returns when a valid nonce was issued, in seconds since 1970; nil as in `end`.
    func issueTime(of nonce: String, _ purpose: Purpose, now: Int64) -> Int64? {
        end(of: nonce, purpose, now: now).map { $0 - Self.lifetime }
    }

    private func code(_ purpose: Purpose, _ content: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.rawValue.utf8) + [0] + content, using: key).prefix(16))
    }
}
