// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import WalletInterface

/// The stored session with a PID issuer, from one step to the next. It contains codes, tokens and keys.
struct StoredIssuance: Codable, Sendable, Equatable {
    /// The purpose of a session.
    enum Purpose: String, Codable, Sendable {
        /// Obtains a PID.
        case pid
        /// Proves the identity of the person who recovers the PIN.
        case recovery
    }

    /// Identifies this session.
    let name: String
    let purpose: Purpose
    /// The state of the protocol.
    var client: IssuanceClient
    /// This session's private key, to which the access token is bound, 32 bytes.
    let dpopKey: Data
    /// The true time of the start.
    var startedAt: Date
    /// The public half of the preview's key (x ‖ y, 64 bytes). The private half was forgotten after the request.
    var previewKey: Data?
    /// The verified preview; nil until fetched.
    var preview: IssuedCard?

    private enum CodingKeys: String, CodingKey { case name, purpose, client, dpopKey, startedAt, previewKey, preview }

    /// The maximum lifetime of a session in seconds. Codes and tokens expire sooner.
    static let lifetime: TimeInterval = 3600

    /// The seconds by which a start may lie in the future: the true time is known to within the tolerance.
    private static let leeway = 2 * TrueTime.tolerance

    /// True within the lifetime. A start in the future does not count, so that a clock that was set back keeps no session alive.
    func isAlive(at now: Date) -> Bool { (-Self.leeway..<Self.lifetime).contains(now.timeIntervalSince(startedAt)) }

    /// True while the person logs in in the browser.
    var awaitsAuthentication: Bool { login != nil }

    /// The login address and its expiry in true time; nil if no login is expected.
    var login: (url: String, until: Date)? {
        guard case .browse(let url, let until) = client.step else { return nil }
        return (url.text, Date(timeIntervalSince1970: TimeInterval(until)))
    }
}

extension StoreKey where Value == StoredIssuance {
    /// The session, present while one runs.
    static var issuance: Self { Self(.pending, "issuance") }
}

extension StoreKey where Value == [String] {
    /// IDs of keys at the provider that no card needs any more; the next PIN deletes them.
    static var idleKeys: Self { Self(.pending, "idle_keys") }
}

/// A wallet attestation and its key, for one issuer (HAIP §4.4.1).
struct StoredAttestation: Codable, Sendable, Equatable {
    let issuer: String
    /// The private key, 32 bytes.
    let key: Data
    let attestation: String
    /// The time of expiry, in seconds since 1970.
    let expiresAt: Int64
    /// The true time of receipt, in seconds since 1970.
    let receivedAt: Int64

    private enum CodingKeys: String, CodingKey { case issuer, key, attestation, expiresAt, receivedAt }
}

extension StoreKey where Value == StoredAttestation {
    /// The last attestation, until it expires.
    static var attestation: Self { Self(.received, "attestation") }
}
