// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JOSE
import WalletConfiguration

/// The newest update policy that was ever accepted, as the sealed store keeps it beside the highest version. The policy's file can be deleted
/// by whoever has the phone; its warnings, dated blocks and expiry stay until a newer policy comes (T-C4).
///
/// It holds all rules, not only those of this version: an app that was updated meanwhile is judged by them, too.
struct KnownPolicy: Codable, Sendable, Equatable {
    /// The policy's version.
    let version: Int64
    /// When it was signed, seconds since 1970.
    let issuedAt: Int64
    /// From this second on it is expired, since 1970.
    let expiresAt: Int64
    /// What it says, as JSON; empty when that is lost.
    let contents: Data

    /// What is kept of a document.
    init(_ document: SignedUpdatePolicy) {
        version = document.version
        issuedAt = document.claims.issuedAt
        expiresAt = document.claims.expiresAt
        contents = Data(document.contents.json.encode())
    }

    /// A policy of which nothing is left but its version. It counts as expired.
    init(lost version: Int64) {
        self.version = version
        (issuedAt, expiresAt) = (0, 0)
        contents = Data()
    }

    /// What it says; nil when that is lost.
    var policy: UpdatePolicy? {
        (try? JSONObject(parsing: Array(contents))).flatMap { try? UpdatePolicy(json: $0) }
    }
}

extension KnownPolicy {
    /// The newest of what there is; nil when there never was a policy.
    ///
    /// - Parameters:
    ///   - document: the policy's file.
    ///   - stored: what the sealed store keeps.
    ///   - highest: the highest version ever accepted.
    static func newest(_ document: SignedUpdatePolicy?, _ stored: KnownPolicy?, highest: Int64) -> KnownPolicy? {
        if let document, document.version >= max(stored?.version ?? 0, highest) { return KnownPolicy(document) }
        if let stored, stored.version >= highest { return stored }
        return highest > 0 ? KnownPolicy(lost: highest) : nil
    }
}

extension StoreKey where Value == KnownPolicy {
    /// There once a policy was accepted.
    static var knownPolicy: Self { Self(.preference, "known_policy") }
}

extension StoreKey where Value == Date {
    /// The latest time at which the policy was judged since the server was heard last.
    static var policyTime: Self { Self(.preference, "policy_time") }
}
