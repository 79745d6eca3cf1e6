// SPDX-License-Identifier: EUPL-1.2

import Crypto
import MDoc
import OAuthMessages
import OpenID4VP
import StatusList
import Synchronization
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier
import WalletVerifierSQLite

/// A verifier's desk over a SQLite store, with two parties, at the time of ``VerifierWorld``.
struct DeskWorld: Sendable {
    let desk: VerifierDesk
    let store: SQLiteSessionStore
    let clock = TestClock(at: VerifierWorld.now * 1000)
    let statuses = StatusAnswers()

    static let secret = [UInt8](repeating: 7, count: 32)
    static let webhookKey = [UInt8](repeating: 9, count: 32)

    /// Runs a test with a world of its own.
    ///
    /// - Parameters:
    ///   - server: the server's address.
    ///   - ownName: the first party's own name for the server; nil for none.
    static func with(
        maximumOpen: Int = 2000, registration: String? = nil, acceptsUnknownStatus: Bool = false, server: String = "https://shop.example",
        ownName: String? = nil, _ body: (DeskWorld) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let store = try SQLiteSessionStore(path: directory.path("sessions.sqlite"), lock: .seconds(60))
            let world = try DeskWorld(
                store, maximumOpen: maximumOpen, registration: registration, acceptsUnknownStatus: acceptsUnknownStatus, server: server,
                ownName: ownName)
            try await body(world)
            try store.close()
        }
    }

    private init(
        _ store: SQLiteSessionStore, maximumOpen: Int, registration: String?, acceptsUnknownStatus: Bool, server: String, ownName: String?
    ) throws {
        self.store = store
        let shop = try Self.party(
            "shop", VerifierWorld.verifier, registration: registration, acceptsUnknownStatus: acceptsUnknownStatus,
            webhook: PartyWebhook(url: try #require(HTTPSURL("https://shop.example/hook")), key: Self.webhookKey),
            base: try ownName.map { try #require(HTTPSURL($0)) })
        // A second party of the same server, with the certificate of the first: what matters here is whose session is whose.
        let other = try Self.party("other", VerifierWorld.verifier, registration: nil, acceptsUnknownStatus: true, webhook: nil)
        let settings = VerifierSettings(
            base: try #require(HTTPSURL(server)), linkBase: "openid4vp://",
            sdJWTRoots: [VerifierWorld.issuerRoot.certificate], mdocRoots: [VerifierWorld.issuerRoot.certificate],
            mdocProfile: .iso18013, maximumOpen: maximumOpen)
        let (clock, statuses) = (self.clock, self.statuses)
        desk = VerifierDesk(
            settings: settings, parties: [shop, other], store: store, secret: Self.secret, status: { _, _ in statuses.answer },
            clock: { clock.now }, random: VerifierWorld.random)
    }

    static func party(
        _ name: String, _ verifier: TestVerifier, registration: String?, acceptsUnknownStatus: Bool, webhook: PartyWebhook?,
        base: HTTPSURL? = nil
    ) throws -> Party {
        let back = try #require(HTTPSURL("https://shop.example/back"))
        let both = PartyUse(
            name: "both", sessionTypes: [.sameDevice, .crossDevice], returnURLs: [back], acceptsUnknownStatus: acceptsUnknownStatus)
        let same = PartyUse(name: "same", sessionTypes: [.sameDevice], returnURLs: [], acceptsUnknownStatus: false)
        return Party(
            name: name, apiKeyHash: Array(SHA256.hash(data: Array("key of \(name)".utf8))),
            clientID: try ClientIdentifier(verifier.clientID), certificates: verifier.signer.chain, key: verifier.signer.key,
            registration: registration, uses: [both, same], webhook: webhook, base: base)
    }

    /// The party that asks.
    var shop: Party { get throws { try #require(desk.party(apiKey: "key of shop")) } }
    /// Another party of this server.
    var other: Party { get throws { try #require(desk.party(apiKey: "key of other")) } }
}

/// What the status lists of a test say.
final class StatusAnswers: Sendable {
    private let current = Mutex<TokenStatus?>(.valid)

    /// The answer to every lookup; nil for unknown.
    var answer: TokenStatus? { current.withLock { $0 } }

    func set(_ status: TokenStatus?) { current.withLock { $0 = status } }
}
