// SPDX-License-Identifier: EUPL-1.2

import Foundation
import JSON
import WalletConfiguration

/// The newest update policy ever accepted, stored in the sealed store beside the highest version. A person with the phone can delete the
/// policy's file, but its warnings, dated blocks and expiry stay until a newer policy arrives (T-C4).
///
/// It contains all rules, not only the rules for this version, because the other rules apply after an update of the app.
struct KnownPolicy: Codable, Sendable, Equatable {
    let version: Int64
    /// The time of signing, in seconds since 1970.
    let issuedAt: Int64
    /// The time of expiry, in seconds since 1970.
    let expiresAt: Int64
    /// The contents as JSON; empty if lost.
    let contents: Data

    private enum CodingKeys: String, CodingKey { case version, issuedAt, expiresAt, contents }

    /// Copies the stored parts of a document.
    init(_ document: SignedUpdatePolicy) {
        version = document.version
        issuedAt = document.claims.issuedAt
        expiresAt = document.claims.expiresAt
        contents = Data(document.contents.json.encode())
    }

    /// Creates a policy with only a version, which counts as expired.
    init(lost version: Int64) {
        self.version = version
        (issuedAt, expiresAt) = (0, 0)
        contents = Data()
    }

    /// The policy; nil if its contents are lost.
    var policy: UpdatePolicy? {
        (try? JSONObject(parsing: Array(contents))).flatMap { try? UpdatePolicy(json: $0) }
    }
}

extension KnownPolicy {
    /// Returns the newest known policy; nil if no policy was ever known.
    ///
    /// - Parameters:
    ///   - document: the policy's file.
    ///   - stored: the policy in the sealed store.
    ///   - highest: the highest version ever accepted.
    static func newest(_ document: SignedUpdatePolicy?, _ stored: KnownPolicy?, highest: Int64) -> KnownPolicy? {
        if let document, document.version >= max(stored?.version ?? 0, highest) { return KnownPolicy(document) }
        if let stored, stored.version >= highest { return stored }
        return highest > 0 ? KnownPolicy(lost: highest) : nil
    }
}

extension StoreKey where Value == KnownPolicy {
    /// Present once a policy was accepted.
    static var knownPolicy: Self { Self(.preference, "known_policy") }
}

extension StoreKey where Value == Date {
    /// The latest time by which the policy was judged since the server's last response.
    static var policyTime: Self { Self(.preference, "policy_time") }
}
