// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import OpenID4VCI
import OpenID4VCIWallet
import WalletInterface

/// A session with an issuer of PIDs, as it is kept from one step to the next. It holds codes, tokens and keys.
struct StoredIssuance: Codable, Sendable, Equatable {
    /// What the session is for.
    enum Purpose: String, Codable, Sendable {
        /// To obtain a PID.
        case pid
        /// To prove who recovers the PIN.
        case recovery
    }

    /// Tells this session from any other.
    let name: String
    /// What it is for.
    let purpose: Purpose
    /// The protocol's state.
    var client: IssuanceClient
    /// The private key that the access token is bound to, 32 bytes; this session's alone.
    let dpopKey: Data
    /// When it was begun, by the phone's clock.
    let startedAt: Date
    /// The public half of the key that was forgotten as soon as it had asked for the preview: x ‖ y, 64 bytes.
    var previewKey: Data?
    /// What the issuer would issue, once it was fetched and is good.
    var preview: IssuedCard?

    /// How long a session lasts at most, in seconds. Codes and tokens end sooner.
    static let lifetime: TimeInterval = 3600

    /// Whether it still counts. Before its time is after its time: a clock that was put back must not keep it alive.
    func isAlive(at now: Date) -> Bool { (0..<Self.lifetime).contains(now.timeIntervalSince(startedAt)) }

    /// Whether the person is away to log in.
    var awaitsAuthentication: Bool { login != nil }

    /// The address at which the person logs in, and until when; nil when no login is awaited.
    var login: (url: String, until: Date)? {
        guard case .browse(let url, let until) = client.step else { return nil }
        return (url.text, Date(timeIntervalSince1970: TimeInterval(until)))
    }
}

extension StoreKey where Value == StoredIssuance {
    /// There while a session runs; there is one at most.
    static var issuance: Self { Self(.pending, "issuance") }
}

extension StoreKey where Value == [String] {
    /// Ids of keys at the provider that no card needs any more; the next PIN deletes them.
    static var idleKeys: Self { Self(.pending, "idle_keys") }
}

/// A wallet attestation and the key that it names, for one issuer (HAIP §4.4.1).
struct StoredAttestation: Codable, Sendable, Equatable {
    /// The issuer's identifier.
    let issuer: String
    /// The private key, 32 bytes.
    let key: Data
    /// The attestation as received.
    let attestation: String
    /// Seconds since 1970.
    let expiresAt: Int64
    /// When it was received, in seconds since 1970 by the phone's clock.
    let receivedAt: Int64
}

extension StoreKey where Value == StoredAttestation {
    /// The last attestation, until it expires.
    static var attestation: Self { Self(.received, "attestation") }
}
