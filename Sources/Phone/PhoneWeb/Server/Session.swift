// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import Synchronization

/// Who may use the page: whoever had the newest start token, once, and the pages that such tokens have opened.
///
/// Only digests are kept and compared, so neither the memory nor the time of a comparison shows a secret.
final class Session: Sendable {
    /// What a start token is exchanged for.
    struct Grant: Sendable {
        /// Opens every state route; kept by the page.
        let bearer: String
        /// Opens the trace only; kept by the browser as a cookie for that path.
        let traceCookie: String
        /// The next start token, for the program to print.
        let nextToken: String
    }

    private struct State {
        var token: SHA256.Digest?
        /// The newest last.
        var grants: [(bearer: SHA256.Digest, traceCookie: SHA256.Digest)] = []
        var newestPage = 0
    }

    /// How many pages stay known: a page that was left for a newer one can be loaded again.
    static let maximumGrants = 8

    private let state = Mutex(State())
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// - Parameter randomBytes: that many bytes from a cryptographically secure source.
    init(randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.randomBytes = randomBytes
    }

    /// Makes a start token; the one before is void.
    func makeToken() -> String {
        let token = secret()
        state.withLock { $0.token = Self.digest(token) }
        return token
    }

    /// Exchanges a start token. It is used up. Of the grants before, the newest stay good, `maximumGrants` with this one.
    ///
    /// - Returns: nil for any other text than the newest token.
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

    /// Whether this opens the state routes.
    func isBearer(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return state.withLock { $0.grants.contains { $0.bearer == digest } }
    }

    /// Whether this opens the trace.
    func isTraceCookie(_ text: String) -> Bool {
        let digest = Self.digest(text)
        return state.withLock { $0.grants.contains { $0.traceCookie == digest } }
    }

    /// A page opens its stream: it is the newest from now on.
    func openPage() -> Int {
        state.withLock { state in
            state.newestPage += 1
            return state.newestPage
        }
    }

    /// Whether no other page has opened its stream since.
    func isNewest(_ page: Int) -> Bool { state.withLock { $0.newestPage == page } }

    private func secret() -> String { Base64URL.encode(randomBytes(32)) }

    private static func digest(_ text: String) -> SHA256.Digest { SHA256.hash(data: Data(text.utf8)) }
}
