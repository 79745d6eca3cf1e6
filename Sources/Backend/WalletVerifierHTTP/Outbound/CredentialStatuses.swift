// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import Logging
import OAuthMessages
package import SDJWT
package import StatusList
import Synchronization

/// The statuses of credentials, read from the lists that their issuers publish (draft-ietf-oauth-status-list §8.3).
///
/// A list is fetched whole and kept for all sessions, so that its publisher does not learn which credential was shown, nor each time. It is
/// fetched again after its `ttl`, at the latest after ``longest``. If its publisher does not answer, the list is used until its `exp`; after
/// that, without `exp`, or without a list, the status is unknown.
package final class CredentialStatuses: Sendable {
    /// The maximum time a list is used without a new fetch, in seconds, whatever its `ttl`.
    package static let longest: Int64 = 300
    /// The pause after a failed fetch, in seconds.
    package static let pause: Int64 = 10
    /// The maximum number of lists that are kept; then all are dropped.
    package static let maximumLists = 256
    /// The maximum size of a list's token, in bytes.
    package static let maximumBytes = 2 * 1024 * 1024

    private struct Kept {
        /// Nil after a fetch that failed.
        let token: StatusListToken?
        let fetchedAt: Int64
        let freshUntil: Int64
    }

    private let verifier: StatusListVerifier
    private let client: OutboundHTTP
    private let metrics: VerifierMetrics
    private let logger: Logger
    private let kept = Mutex<[String: Kept]>([:])

    /// - Parameters:
    ///   - trust: the trusted signers of lists, the same as of credentials.
    ///   - logger: receives a line for each failed fetch, without the list's address.
    package init(trust: IssuerTrust, client: OutboundHTTP, metrics: VerifierMetrics, logger: Logger) {
        verifier = StatusListVerifier(trust: trust, maximumBytes: 1 << 20)
        self.client = client
        self.metrics = metrics
        self.logger = logger
    }

    /// Returns the status of an entry; nil if it is unknown.
    ///
    /// - Parameter now: seconds since 1970.
    package func status(of reference: StatusListReference, at now: Int64) async -> TokenStatus? {
        let token = await list(reference.uri, now)
        return token.flatMap { try? $0.list.status(at: reference.index) }
    }

    private func list(_ uri: String, _ now: Int64) async -> StatusListToken? {
        // A list of the future was fetched before the clock was set back.
        let last = kept.withLock { $0[uri] }.flatMap { $0.fetchedAt <= now + verifier.leeway ? $0 : nil }
        if let last, now < last.freshUntil { return last.token }
        do {
            let token = try await fetched(uri, now)
            metrics.recordStatusList(isFetched: true)
            return keep(
                Kept(token: token, fetchedAt: now, freshUntil: token.freshUntil(fetchedAt: now, maximum: Self.longest)), as: uri, now)
        } catch {
            metrics.recordStatusList(isFetched: false)
            logger.warning("status list not fetched", metadata: ["reason": "\(StatusFetchFailure(error).reason)"])
            let usable = last?.token.flatMap { token in token.expiresAt.map { now < $0 } == true ? token : nil }
            return keep(Kept(token: usable, fetchedAt: last?.fetchedAt ?? now, freshUntil: now + Self.pause), as: uri, now)
        }
    }

    private func fetched(_ uri: String, _ now: Int64) async throws -> StatusListToken {
        guard let url = HTTPSURL(uri) else { throw StatusFetchFailure(reason: "address") }
        let answer = try await client.get(url, accept: StatusListToken.mediaType, maximumBytes: Self.maximumBytes)
        guard answer.status == 200 else { throw StatusFetchFailure(reason: "status_\(answer.status)") }
        guard answer.mediaType == StatusListToken.mediaType else { throw StatusFetchFailure(reason: "media_type") }
        return try await verifier.verify(
            String(decoding: answer.body, as: UTF8.self), from: uri, at: Date(timeIntervalSince1970: Double(now)))
    }

    /// Keeps the outcome of a fetch, and returns the list to use.
    ///
    /// A list that is newer than the fetched one stays, so that a revoked credential does not become valid again. After a failed fetch, a
    /// list stays that another call has fetched at the same time.
    private func keep(_ outcome: Kept, as uri: String, _ now: Int64) -> StatusListToken? {
        kept.withLock { kept in
            var outcome = outcome
            if let there = kept[uri], let token = there.token {
                if let fetched = outcome.token {
                    let end = token.expiresAt ?? .max
                    if token.issuedAt > fetched.issuedAt, now < end {
                        outcome = Kept(token: token, fetchedAt: outcome.fetchedAt, freshUntil: min(outcome.freshUntil, end))
                    }
                } else if there.fetchedAt <= now + verifier.leeway, now < there.freshUntil {
                    return token
                }
            }
            if kept.count >= Self.maximumLists, kept[uri] == nil { kept.removeAll() }
            kept[uri] = outcome
            return outcome.token
        }
    }
}

/// Why a list was not fetched, without received data.
struct StatusFetchFailure: Error, Sendable {
    let reason: String

    init(reason: String) { self.reason = reason }

    init(_ error: any Error) {
        reason =
            switch error {
            case let failure as StatusFetchFailure: failure.reason
            case let rejection as StatusListRejection: rejection.reason.code
            default: "\(type(of: error))"
            }
    }
}
