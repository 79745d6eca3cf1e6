// SPDX-License-Identifier: EUPL-1.2

import OpenID4VCI
import StatusList
import Synchronization

/// Publishes the status lists (draft-ietf-oauth-status-list §8): signed anew when something was revoked, and when the last token is getting
/// old.
final class StatusLists: Sendable {
    /// How long whoever fetched a list may keep it, and how long a signed one is handed out, in seconds.
    static let timeToLive: Int64 = 300
    /// How long a list is valid, in seconds.
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

    /// The address of a list.
    func address(of list: Int) -> String { issuer.text + "/status-lists/\(list)" }

    /// A list as a signed token; nil for one that is not there.
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
            // Another request may have signed a later one meanwhile.
            guard published[number].map({ $0.revision <= revision }) ?? true else { return }
            published[number] = Published(token: token, revision: revision, signedAt: now)
        }
        return token
    }
}
