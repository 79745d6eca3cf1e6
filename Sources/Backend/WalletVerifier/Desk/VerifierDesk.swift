// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import JSON
import OAuthMessages
import OpenID4VPVerifier
package import StatusList

/// The verifier's sessions, without HTTP and without a database.
///
/// All state is in the store, so several servers may run beside each other, and each may be restarted at any time.
package struct VerifierDesk: Sendable {
    /// Looks up the status of a credential; nil if it is not known.
    package typealias StatusLookup = @Sendable (_ reference: StatusListReference, _ now: Int64) async -> TokenStatus?

    /// The settings.
    package let settings: VerifierSettings
    let parties: [String: Party]
    private let partiesByKey: [[UInt8]: Party]
    let store: any SessionStore
    let status: StatusLookup
    let clock: @Sendable () -> Date
    let random: @Sendable (_ count: Int) -> [UInt8]
    let verifier: AnswerVerifier
    let sealer: Sealer
    let links: EphemeralLink

    /// A desk.
    ///
    /// - Parameters:
    ///   - parties: the parties; of two with one name or API key, the first counts.
    ///   - store: an open store. The caller closes it.
    ///   - secret: at least 32 secret bytes, the same for all servers of one store. Seals contents and authenticates links.
    ///   - status: looks up the status of a credential, in a time that a waiting wallet bears.
    ///   - clock: the current time.
    ///   - random: returns this number of bytes from a cryptographically secure source.
    package init(
        settings: VerifierSettings, parties: [Party], store: any SessionStore, secret: [UInt8], status: @escaping StatusLookup,
        clock: @escaping @Sendable () -> Date, random: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        precondition(secret.count >= 32, "the secret has less than 32 bytes")
        self.settings = settings
        self.parties = Dictionary(parties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        partiesByKey = Dictionary(parties.map { ($0.apiKeyHash, $0) }, uniquingKeysWith: { first, _ in first })
        self.store = store
        self.status = status
        self.clock = clock
        self.random = random
        verifier = AnswerVerifier(
            sdJWTRoots: settings.sdJWTRoots, mdocRoots: settings.mdocRoots, mdocProfile: settings.mdocProfile)
        sealer = Sealer(secret: secret)
        links = EphemeralLink(secret: secret)
    }

    /// The party whose API key this is; nil for an unknown key.
    package func party(apiKey: String) -> Party? { partiesByKey[apiKey.digest] }

    /// A fresh value for the browser's cookie, 43 characters of base64url.
    package func newBrowser() -> String { freshToken() }

    /// The numbers for metrics.
    ///
    /// - Throws: ``DeskError/store(_:)``.
    package func counts() async throws(DeskError) -> SessionCounts {
        do throws(SessionStoreError) { return try await store.counts(at: now) } catch { throw DeskError.store(error) }
    }

    /// The readiness check.
    ///
    /// - Throws: ``DeskError/store(_:)``.
    package func check() async throws(DeskError) {
        do throws(SessionStoreError) { try await store.check() } catch { throw DeskError.store(error) }
    }

    /// The current time in seconds since 1970.
    var now: Int64 { Int64(clock().timeIntervalSince1970.rounded(.down)) }

    /// The server's address for a party's sessions, without a slash at its end.
    func base(of party: Party) -> String { (party.base ?? settings.base).text }

    /// A secret of 256 bits that is safe in a URL.
    func freshToken() -> String { Base64URL.encode(random(32)) }

    /// A secret of 128 bits for links, 22 characters: shorter, because it stands in QR codes.
    func freshWalletToken() -> String { Base64URL.encode(random(16)) }
}
