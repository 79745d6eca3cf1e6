// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import Synchronization

/// The authorisation of pages: the newest start token, which works once, and the pages that start tokens have opened.
///
/// Only digests are stored and compared, so neither memory nor comparison time reveals a secret.
final class Session: Sendable {
    /// The result of exchanging a start token.
    struct Grant: Sendable {
        /// Authorises every state route; the page keeps it.
        let bearer: String
        /// Authorises the trace only; the browser keeps it as a cookie for that path.
        let traceCookie: String
        /// The next start token, for the program to print.
        let nextToken: String
    }

    private struct State {
        var token: SHA256.Digest?
        /// Newest last.
        var grants: [(bearer: SHA256.Digest, traceCookie: SHA256.Digest)] = []
        var newestPage = 0
    }

    /// The number of stored grants. More than one is stored, so that a page that was left for a newer page can be loaded again.
    static let maximumGrants = 8

    private let state = Mutex(State())
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// - Parameter randomBytes: returns that many bytes from a cryptographically secure source.
    init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.randomBytes = randomBytes
    }

    /// Creates a start token and revokes the previous token.
    func makeToken() -> String {
        let token = secret()
        state.withLock { $0.token = Self.digest(token) }
        return token
    }

    /// Exchanges a start token, which is then used up. The newest `maximumGrants` grants stay valid.
    ///
    /// - Returns: nil for any text other than the newest token.
    func exchange(_ token: String) -> Grant? {
        let grant = Grant(bearer: secret(), traceCookie: secret(), nextToken: secret())
        return state.withLock { state in
            guard let expected = state.token, expected == Self.digest(token) else { return nil }
            state.token = Self.digest(grant.nextToken)
            state.grants.append((Self.digest(grant.bearer), Self.digest(grant.traceCookie)))
            if state.grants.count > Self.maximumGrants { state.grants.removeFirst() }
            return grant
        }
    }

    /// Returns true if the text authorises the state routes.
    func isBearer(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return state.withLock { $0.grants.contains { $0.bearer == digest } }
    }

    /// Returns true if the text authorises the trace.
    func isTraceCookie(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return state.withLock { $0.grants.contains { $0.traceCookie == digest } }
    }

    /// Registers a page that opens its stream, and returns its number.
    func openPage() -> Int {
        state.withLock { state in
            state.newestPage += 1
            return state.newestPage
        }
    }

    /// Returns true if no later page has opened its stream.
    func isNewest(_ page: Int) -> Bool { state.withLock { $0.newestPage == page } }

    private func secret() -> String { Base64URL.encode(randomBytes(32)) }

    private static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }
}
