// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import JSON
import MDoc
import OAuthMessages
import OpenID4VP
import PhoneSimulator
import Registrar
import ServerKit
import StatusList
import SwiftASN1
import Testing
import VerifierWorld
import WalletConfiguration
import WalletCore
import WalletInterface
import WalletVerifier
import WalletVerifierHTTP
import WalletVerifierSQLite
import X509

/// A wallet with a PID and a real verifier's server, which a registrar for tests has certified.
struct VerifierServerStage {
    let fixture: Fixture
    let verifier: ServedVerifier
    let core: Core
    /// The log of the server.
    let log: LogRecorder

    /// Starts the server on a free port over TLS, with sessions in SQLite, and gives the wallet a PID. The certificates of TLS are of the
    /// real time, all others of the fixture's.
    static func with(_ body: @escaping @Sendable (VerifierServerStage) async throws -> Void) async throws {
        try await Fixture.with { fixture in
            let directory = fixture.directory.appending(path: "verifier")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            let certificates = try DevelopmentCertificateAuthority(directory: directory, now: Date())
            let registrar = try DemoRegistrar(now: fixture.clock.now)
            let store = try SQLiteSessionStore(path: directory.appending(path: "sessions.sqlite").path, lock: .seconds(60))
            let log = LogRecorder()
            let (ports, found) = AsyncStream.makeStream(of: Int.self)
            let server = VerifierServer(
                routes: try routes(fixture, try party(of: registrar, at: fixture.clock.now), store, log), host: "127.0.0.1", port: 0,
                identity: certificates.identity, timeouts: .patient, logger: log.logger, onRunning: { found.yield($0) })
            let settings = SharingSettings(
                accessRoots: [try registrar.accessRoot.der()], registrarRoots: [try registrar.registrarRoot.der()],
                tlsRoots: [certificates.rootCertificate])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                guard let port = await ports.first(where: { _ in true }) else { throw CancellationError() }
                let verifier = ServedVerifier(fixture, port: port, root: certificates.rootCertificate)
                let core = try await fixture.launchCore(embedded: fixture.embeddedEdition(sharing: settings), through: verifier)
                try await core.register(pin: pin(Fixture.right))
                _ = try await fixture.preview(core)
                _ = try await fixture.accept(core)
                try await body(VerifierServerStage(fixture: fixture, verifier: verifier, core: core, log: log))
                group.cancelAll()
                do { try await group.waitForAll() } catch is CancellationError {}
            }
            try store.close()
        }
    }

    private static func routes(
        _ fixture: Fixture, _ party: Party, _ store: SQLiteSessionStore, _ log: LogRecorder
    ) throws -> VerifierRoutes {
        let root = try Certificate(derEncoded: fixture.issuer.root)
        let settings = VerifierSettings(
            base: try #require(HTTPSURL(ServedVerifier.address)), linkBase: "https://wallet.test/disclosure", sdJWTRoots: [root],
            mdocRoots: [root], mdocProfile: DocumentSignerProfile(extendedKeyUsage: nil, hasCountry: false))
        let clock = fixture.clock
        let desk = VerifierDesk(
            settings: settings, parties: [party], store: store, secret: [UInt8](repeating: 7, count: 32), status: { _, _ in .valid },
            clock: { clock.now }, random: VerifierWorld.random)
        return try VerifierRoutes(
            desk: desk, limiter: VerifierLimiter(.none), timeouts: .patient, metrics: VerifierMetrics(PrometheusRegistry(help: [:])),
            clock: { clock.now }, logger: log.logger)
    }

    /// A party that is registered for two claims.
    private static func party(of registrar: DemoRegistrar, at now: Date) throws -> Party {
        let key = P256.Signing.PrivateKey()
        let subject = try AccessSubject(
            tradeName: "Boekwinkel", legalName: "Boekwinkel Voorbeeld B.V.", identifier: "NTRNL-12345678", country: "NL",
            dnsNames: ["localhost"])
        let access = try registrar.certify(key.publicKey, of: subject, days: 30, now: now)
        let members: JSONObject = [
            "purpose": [["lang": "en", "value": "Check the name"]], "privacy_policy": "https://shop.example/privacy",
            "entitlements": [.string(RegistrationDraft.serviceProvider)],
            "credentials": [
                try AskedCredential.sdJWT("urn:eudi:pid:1=family_name"),
                try AskedCredential.mdoc("eu.europa.ec.eudi.pid.1=eu.europa.ec.eudi.pid.1/given_name"),
                try AskedCredential.sdJWT("urn:example:diploma=title"),
            ],
        ]
        let draft = try RegistrationDraft(try RegistrationDraft.members(members, of: access.identity))
        let use = PartyUse(
            name: "default", sessionTypes: [.sameDevice, .crossDevice], returnURLs: [try #require(HTTPSURL(ServedVerifier.returnURL))],
            acceptsUnknownStatus: false)
        return Party(
            name: "shop", apiKeyHash: Array(SHA256.hash(data: Array(ServedVerifier.key.utf8))),
            clientID: try ClientIdentifier(access.clientID), certificates: [try Certificate(pemEncoded: access.pem).der], key: key,
            registration: try registrar.register(draft, days: 30, status: nil, now: now), uses: [use], webhook: nil)
    }

    /// Opens the link of a session on the phone, as the system does.
    func open(_ session: ServedVerifier.Session) async throws -> SharingState {
        guard case .waits(let pending) = try await core.receive(link: session.link),
            case .resolves(let link) = try await core.takePendingLink(pending.ticket)
        else { throw Fixture.Refused() }
        return try await core.startSharing(link, arrivedBy: .sameDevice)
    }

    /// Opens the link of a session, and returns the offer.
    func offer(_ session: ServedVerifier.Session) async throws -> SharingOffer {
        guard case .offered(let offer) = try await open(session) else { throw Fixture.Refused() }
        return offer
    }

    /// Approves the standard choice of an offer, and sends the answer.
    func answer(_ offer: SharingOffer) async throws -> SharingOutcome {
        let approval = SharingApproval(of: offer, choice: offer.standardChoice)
        guard try await core.approveSharing(approval, pin: pin(Fixture.right)) == .valid else { throw Fixture.Refused() }
        return try await core.sendSharing()
    }
}
