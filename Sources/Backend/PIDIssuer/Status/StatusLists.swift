// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import StatusList
import Synchronization

/// The published status lists (draft-ietf-oauth-status-list §8). A list is signed again after a revocation and when its last token becomes
/// old.
final class StatusLists: Sendable {
    /// The time for which clients may cache a list and for which a signed list is served, in seconds.
    static let timeToLive: Int64 = 300
    /// Validity of a list, in seconds.
    static let lifetime: Int64 = 86_400

    private let issuer: HTTPSURL
    private let store: IssuerStore
    private let signer: DocumentSigner
    private let published = Mutex<[Int: Published]>([:])

    private struct Published {
        let token: String
        let revision: Int
        let signedAt: Int64
    }

    init(issuer: HTTPSURL, store: IssuerStore, signer: DocumentSigner) {
        self.issuer = issuer
        self.store = store
        self.signer = signer
    }

    func address(of list: Int) -> String { issuer.text + "/status-lists/\(list)" }

    /// Returns a list as a signed token; nil if the list does not exist.
    func token(of number: Int, now: Int64) async throws -> String? {
        guard let revision = try await store.statusRevision(of: number) else { return nil }
        if let last = published.withLock({ $0[number] }), last.revision == revision, (0..<Self.timeToLive).contains(now - last.signedAt) {
            return last.token
        }
        guard let (list, revision) = try await store.statusList(number) else { return nil }
        let token = try await StatusListToken(
            subject: address(of: number), issuedAt: now, expiresAt: now + Self.lifetime, timeToLive: Self.timeToLive, list: list
        ).signed(certificates: signer.certificates) { try await self.signer.sign($0) }
        published.withLock { published in
            // A concurrent request may have signed a later revision.
            guard published[number].map({ $0.revision <= revision }) ?? true else { return }
            published[number] = Published(token: token, revision: revision, signedAt: now)
        }
        return token
    }
}
