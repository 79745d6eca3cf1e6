// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import OpenID4VCI
package import SDJWT
package import StatusList
import Synchronization

/// The statuses of wallet attestations, read from the lists that the wallet providers publish (draft-ietf-oauth-status-list §8.3).
///
/// A list is fetched again after its `ttl`. If its publisher does not answer, the cached list is used until its `exp`. After that, or
/// without a cached list, the status is unknown and the wallet is rejected. A list fetched at a time later than now is ignored, because the
/// clock was set back.
package final class WalletStatuses: Sendable {
    /// The maximum time a list is used without a new fetch, in seconds, whatever its `ttl`.
    static let longest: Int64 = 300
    /// The pause after a failed fetch, in seconds, while a cached list is still usable.
    static let pause: Int64 = 5
    private static let mostKept = 64

    private struct Kept {
        var token: StatusListToken
        var freshUntil: Int64
        var fetchedAt: Int64

        /// False if the list was fetched in the future. The clock was then set back, and the list's expiry cannot be judged.
        func hasComeToPass(_ now: Int64, leeway: Int64) -> Bool { fetchedAt <= now + leeway }
    }

    private let verifier: StatusListVerifier
    private let fetch: @Sendable (IssuanceRequest) async throws -> IssuanceResponse
    private let kept = Mutex<[String: Kept]>([:])

    /// - Parameters:
    ///   - trust: the trusted signers of lists, the same as for attestations.
    ///   - fetch: sends a request and follows redirects; limits time and size. Whatever address answers, `sub` must be the first.
    package init(trust: IssuerTrust, fetch: @escaping @Sendable (IssuanceRequest) async throws -> IssuanceResponse) {
        verifier = StatusListVerifier(trust: trust, maximumBytes: 1 << 20)
        self.fetch = fetch
    }

    /// Returns the status of an entry.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: ``WalletStatusUnknown`` if no usable list is available or the list does not contain the entry.
    package func status(of reference: StatusListReference, now: Int64) async throws -> TokenStatus {
        let token = try await list(reference.uri, now)
        do throws(StatusListRejection) {
            return try token.list.status(at: reference.index)
        } catch {
            throw WalletStatusUnknown(reason: error.description)
        }
    }

    private func list(_ uri: String, _ now: Int64) async throws -> StatusListToken {
        let last = kept.withLock { $0[uri] }.flatMap { $0.hasComeToPass(now, leeway: verifier.leeway) ? $0 : nil }
        if let last, now < last.freshUntil { return last.token }
        do {
            let token = try await fetched(uri, now)
            return keep(
                Kept(token: token, freshUntil: token.freshUntil(fetchedAt: now, maximum: Self.longest), fetchedAt: now), as: uri, now)
        } catch {
            guard let last, let end = last.token.expiresAt, now < end else {
                throw error as? WalletStatusUnknown ?? WalletStatusUnknown(reason: "the list cannot be fetched: \(type(of: error))")
            }
            return keep(Kept(token: last.token, freshUntil: min(now + Self.pause, end), fetchedAt: last.fetchedAt), as: uri, now)
        }
    }

    private func fetched(_ uri: String, _ now: Int64) async throws -> StatusListToken {
        guard let url = HTTPSURL(uri) else { throw WalletStatusUnknown(reason: "the list's address is none") }
        let response = try await fetch(
            IssuanceRequest(
                method: .get, url: url, headers: HeaderFields([.init("Accept", StatusListToken.mediaType)]), maximumResponseSize: 1 << 20))
        guard response.status == 200 else { throw WalletStatusUnknown(reason: "the list was answered \(response.status)") }
        guard response.mediaType == StatusListToken.mediaType else { throw WalletStatusUnknown(reason: "the answer is no status list") }
        do throws(StatusListRejection) {
            return try await verifier.verify(
                String(decoding: response.body, as: UTF8.self), from: uri, at: Date(timeIntervalSince1970: Double(now)))
        } catch {
            throw WalletStatusUnknown(reason: error.description)
        }
    }

    /// Caches a list, unless a newer and still usable list was cached concurrently, so that a revoked wallet does not become valid again.
    private func keep(_ list: Kept, as uri: String, _ now: Int64) -> StatusListToken {
        kept.withLock { kept in
            if let there = kept[uri], there.hasComeToPass(now, leeway: verifier.leeway), there.token.issuedAt > list.token.issuedAt,
                now < there.token.expiresAt ?? .max
            {
                return there.token
            }
            // There are few providers, each with few lists at a time.
            if kept.count >= Self.mostKept, kept[uri] == nil { kept.removeAll() }
            kept[uri] = list
            return list.token
        }
    }
}

/// The status of a wallet is unknown.
package struct WalletStatusUnknown: Error, Sendable, CustomStringConvertible {
    /// The reason, for the log. Contains no received data.
    package let reason: String

    package var description: String { reason }
}
