// SPDX-License-Identifier: EUPL-1.2

import HSM
import JOSE
import OpenID4VCI
package import ProviderProtocol
import StatusList
import Synchronization

/// The status lists of wallet attestations as they are handed out (draft-ietf-oauth-status-list §8): signed anew when the last token is older
/// than ``renewal``, so that however often a list is asked for, it is read and signed once in that time.
final class AttestationStatusLists: Sendable {
    /// How long a signed list is handed out, in seconds: a revocation shows after that time at the latest.
    static let renewal: Int64 = 15
    /// How long whoever fetched a list need not ask again, in seconds.
    static let timeToLive: Int64 = 60
    /// How long a list is valid, in seconds: the longest that anybody may rely on it while this provider cannot be reached.
    static let lifetime: Int64 = 900
    /// How long the entry of an attestation that is over is kept from others, in milliseconds.
    static let retention: Int64 = 3_600_000

    private struct Published {
        let token: [UInt8]
        let signedAt: Int64
    }

    /// The one that changes is the newest; few others are asked for.
    private static let mostKept = 64
    private let published = Mutex<[Int64: Published]>([:])

    /// The address of a list.
    static func address(of list: Int64, at provider: String) -> String { provider + Endpoint.statusList(number: "\(list)").path }

    /// The token of a list that is young enough; otherwise what `make` makes, which is kept.
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
    /// A status list of wallet attestations: a signed `statuslist+jwt` in compact form.
    ///
    /// - Parameter number: as it stands in the list's address.
    /// - Throws: `malformedRequest` for a list that is not there, or a provider that attests no wallets; `unavailable`.
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
                    list: try StatusList(statuses))
                return Array(
                    try await token.signed(keyID: keyID, certificates: certificates) { [hsm] in
                        try await hsm.sign($0, with: keyID, for: .attestation)
                    }.utf8)
            }
        }
    }

    /// How long a status list is handed out before it is signed anew, in seconds.
    package static var statusListRenewal: Int64 { AttestationStatusLists.renewal }

    /// The key that signs attestations and their lists, with its certificates.
    ///
    /// - Throws: `HSMError` with `keyMissing` when it has none: nobody would accept what it signs.
    func attestationKey(_ settings: AttestationSettings) async throws -> (keyID: String, certificates: [[UInt8]]) {
        guard let keyID = try await hsm.publicKeys(for: .attestation).first?.keyID else {
            throw HSMError(.keyMissing, "no attestation key")
        }
        let certificates = settings.certificates(keyID)
        guard !certificates.isEmpty else { throw HSMError(.keyMissing, "no certificate for the attestation key that signs") }
        return (keyID, certificates)
    }
}

extension StatusList {
    fileprivate init(_ statuses: AttestationStatuses) throws {
        self.init(bits: .one, count: Int(statuses.size))
        for entry in statuses.isSolutionRevoked ? Array(0..<statuses.size) : statuses.revoked {
            try set(.invalid, at: Int(entry))
        }
    }
}
