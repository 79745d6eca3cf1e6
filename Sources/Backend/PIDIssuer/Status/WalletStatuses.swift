// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import OpenID4VCI
package import SDJWT
package import StatusList
import Synchronization

/// Looks up the status of wallets' attestations in the lists that their providers publish (draft-ietf-oauth-status-list §8.3).
///
/// A list is asked for again when its `ttl` is over. While its publisher does not answer, the last one serves until its `exp`; after that, or
/// without one, nobody knows, and no wallet is let in by guesswork. A list of a time that has not come is none: the clock was put back since.
package final class WalletStatuses: Sendable {
    /// The longest that a list serves without being asked for again, in seconds, whatever it says.
    static let longest: Int64 = 300
    /// How long a publisher that did not answer is left in peace while there is a list that serves, in seconds.
    static let pause: Int64 = 5
    private static let mostKept = 64

    private struct Kept {
        var token: StatusListToken
        var freshUntil: Int64
        var fetchedAt: Int64

        /// Whether it was had at a time that has come. Otherwise the clock was put back, and when it is over nobody can say.
        func hasComeToPass(_ now: Int64, leeway: Int64) -> Bool { fetchedAt <= now + leeway }
    }

    private let verifier: StatusListVerifier
    private let fetch: @Sendable (IssuanceRequest) async throws -> IssuanceResponse
    private let kept = Mutex<[String: Kept]>([:])

    /// - Parameters:
    ///   - trust: who may sign lists: those who may sign attestations.
    ///   - fetch: sends a request; it bounds time and size.
    package init(trust: IssuerTrust, fetch: @escaping @Sendable (IssuanceRequest) async throws -> IssuanceResponse) {
        verifier = StatusListVerifier(trust: trust, maximumBytes: 1 << 20)
        self.fetch = fetch
    }

    /// The status at an entry.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: ``WalletStatusUnknown`` when no list that serves can be had, or the list has no such entry.
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

    /// Keeps a list, unless a younger one that still serves came meanwhile: what was revoked once does not become valid again.
    private func keep(_ list: Kept, as uri: String, _ now: Int64) -> StatusListToken {
        kept.withLock { kept in
            if let there = kept[uri], there.hasComeToPass(now, leeway: verifier.leeway), there.token.issuedAt > list.token.issuedAt,
                now < there.token.expiresAt ?? .max
            {
                return there.token
            }
            // Providers are few, and each has few lists at a time.
            if kept.count >= Self.mostKept, kept[uri] == nil { kept.removeAll() }
            kept[uri] = list
            return list.token
        }
    }
}

/// Nobody can say whether a wallet was revoked.
package struct WalletStatusUnknown: Error, Sendable, CustomStringConvertible {
    /// Why, for the log; nothing that was received is in it.
    package let reason: String

    /// The reason.
    package var description: String { reason }
}
