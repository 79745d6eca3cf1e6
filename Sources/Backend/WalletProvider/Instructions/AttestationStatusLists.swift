// SPDX-License-Identifier: EUPL-1.2

import HSM
import JSON
import OpenID4VCI
package import ProviderProtocol
import StatusList
import Synchronization

/// The published status lists of wallet attestations (draft-ietf-oauth-status-list §8). A list is read and signed at most once per
/// ``renewal``, however often it is requested.
final class AttestationStatusLists: Sendable {
    /// The time a signed list is served, in seconds. A revocation becomes visible after this time at the latest.
    static let renewal: Int64 = 15
    /// The time for which clients may cache a list, in seconds.
    static let timeToLive: Int64 = 60
    /// Validity of a list, in seconds: the longest time a client may rely on it while this provider is unreachable.
    static let lifetime: Int64 = 900
    /// The time for which the entry of an expired attestation is not reused, in milliseconds.
    static let retention: Int64 = 3_600_000

    private struct Published {
        let token: [UInt8]
        let signedAt: Int64
    }

    /// Only the newest list changes; older lists are rarely requested.
    private static let mostKept = 64
    private let published = Mutex<[Int64: Published]>([:])

    static func address(of list: Int64, at provider: String) -> String { provider + Endpoint.statusList(number: "\(list)").path }

    /// Returns the cached token of a list if it is recent enough. Otherwise calls `make` and caches its result.
    func token(of list: Int64, now: Int64, _ make: () async throws(ProviderProblem) -> [UInt8]) async throws(ProviderProblem) -> [UInt8] {
        if let last = published.withLock({ $0[list] }), (0..<Self.renewal).contains(now - last.signedAt) { return last.token }
        let token = try await make()
        published.withLock { published in
            if published.count >= Self.mostKept { published.removeAll() }
            published[list] = Published(token: token, signedAt: now)
        }
        return token
    }
}

extension WalletProvider {
    /// Returns a status list of wallet attestations: a signed `statuslist+jwt` in compact form.
    ///
    /// - Parameter number: the list's number as it appears in its address.
    /// - Throws: `malformedRequest` for a list that does not exist or a provider that does not attest wallets; `unavailable`.
    package func attestationStatusList(_ number: String) async throws(ProviderProblem) -> [UInt8] {
        guard let settings = configuration.attestation, let list = Int64(number), list > 0, "\(list)" == number else {
            throw .malformedRequest
        }
        let now = now.seconds
        return try await statusLists.token(of: list, now: now) { () throws(ProviderProblem) in
            let statuses = try await reaching { try await store.attestationStatuses(inList: list) }
            guard let statuses else { throw .malformedRequest }
            return try await reaching {
                let (keyID, certificates) = try await attestationKey(settings)
                let token = StatusListToken(
                    subject: AttestationStatusLists.address(of: list, at: configuration.publicURL), issuedAt: now,
                    expiresAt: now + AttestationStatusLists.lifetime, timeToLive: AttestationStatusLists.timeToLive,
                    list: try StatusListEntries(statuses))
                return Array(
                    try await token.signed(keyID: keyID, certificates: certificates) { [hsm] in
                        try await hsm.sign($0, with: keyID, for: .attestation)
                    }.utf8)
            }
        }
    }

    /// The time a status list is served before it is signed again, in seconds.
    package static var statusListRenewal: Int64 { AttestationStatusLists.renewal }

    /// Returns the key that signs attestations and their lists, with its certificates.
    ///
    /// - Throws: `HSMError` with `keyMissing` if the key has no certificates, because issuers would reject its signatures.
    func attestationKey(_ settings: AttestationSettings) async throws -> (keyID: String, certificates: [[UInt8]]) {
        guard let keyID = try await hsm.publicKeys(for: .attestation).first?.keyID else {
            throw HSMError(.keyMissing, "no attestation key")
        }
        let certificates = settings.certificates(keyID)
        guard !certificates.isEmpty else { throw HSMError(.keyMissing, "no certificate for the attestation key that signs") }
        return (keyID, certificates)
    }
}

extension StatusListEntries {
    fileprivate init(_ statuses: AttestationStatuses) throws {
        self.init(bits: .one, count: Int(statuses.size))
        for entry in statuses.isSolutionRevoked ? Array(0..<statuses.size) : statuses.revoked {
            try set(.invalid, at: Int(entry))
        }
    }
}
