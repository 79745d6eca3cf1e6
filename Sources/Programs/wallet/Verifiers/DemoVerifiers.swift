// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DemoSites
import Foundation
import JSON
import Logging
import MDoc
import OAuthMessages
import PIDIssuer
import PhoneSimulator
import PhoneWeb
import Registrar
import SDJWT
import ServerKit
import ServerState
import ServiceLifecycle
import SwiftASN1
import WalletConfiguration
import WalletVerifier
import WalletVerifierHTTP
import WalletVerifierSQLite
import X509

/// The demo's verifier with four parties, and their web sites: the production verifier in this process, each on its own TLS port, with the
/// servers' clock.
struct DemoVerifiers: Service {
    /// The verifier's names for wallets and browsers, and its port.
    let port: DemoPort
    /// The port of all sites.
    let sitesPort: DemoPort
    let registry: DemoRegistry
    private let edge: VerifierEdge
    private let sites: DemoSites
    private let store: SQLiteSessionStore
    private let authority: DevelopmentCertificateAuthority
    private let timeouts: Timeouts
    private let logger: Logger

    /// The hosts of the verifier, one for each site. Only the demo's phone and browsers know them.
    static var hosts: [String] { DemoSite.allCases.map(\.verifierHost) }

    /// Opens sessions, keys and certificates; creates them at the first start.
    ///
    /// - Parameters:
    ///   - issuer: the issuer whose PIDs are accepted.
    ///   - timeouts: the time limits of both servers.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; existing files stay unchanged.
    init(
        in directory: DemoDirectory, port: DemoPort, sitesPort: DemoPort, issuer: PIDIssuerAddress, timeouts: Timeouts, clock: VirtualClock,
        logger: Logger
    ) throws {
        self.port = port
        self.sitesPort = sitesPort
        self.timeouts = timeouts
        let path = try directory.verifierDirectory()
        let failures = logger.reporting(.error)
        self.logger = failures
        do {
            guard let base = HTTPSURL(port.name.url) else { throw StartError("The verifier has no name.") }
            let registry = try DemoRegistry(directory: path, type: PIDKind.credentialType)
            self.registry = registry
            authority = try DevelopmentCertificateAuthority(directory: registry.tls, now: Date())
            store = try SQLiteSessionStore(path: registry.sessions, lock: timeouts.issuerLock)
            let roots = try issuer.documentRoots.map { try Certificate(derEncoded: $0) }
            let metrics = VerifierMetrics(PrometheusRegistry())
            let lists = CredentialStatuses(
                trust: .certificates(roots: roots),
                client: try OutboundHTTP(roots: issuer.address.tlsRoots, timeout: timeouts.walletStatus), metrics: metrics,
                logger: failures)
            let parts = VerifierParts(
                settings: VerifierSettings(
                    base: base, linkBase: DemoDocuments.disclosureLink, sdJWTRoots: roots, mdocRoots: roots, mdocProfile: .iso18013,
                    types: Self.parents),
                store: store, secret: try registry.secret(), status: { reference, now in await lists.status(of: reference, at: now) },
                metrics: metrics, timeouts: timeouts, clock: clock, logger: failures)
            edge = try VerifierEdge(clock: clock) { now in
                try VerifierGeneration(try registry.parties(at: now), at: now, parts)
            }
            let fetch = try PinnedFetch(roots: [authority.rootCertificate], timeout: timeouts.login) { port.name.resolve($0) ?? $0 }
            let apiKeys = try registry.parties(at: clock.now).map { ($0.site, $0.apiKey) }
            sites = try DemoSites(
                type: PIDKind.credentialType, apiKeys: Dictionary(uniqueKeysWithValues: apiKeys), clock: { clock.now },
                random: randomBytes, logger: failures, send: { try await fetch.send($0, to: base) })
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError(
                "The verifier's files in \(path) cannot be used (\(error)). Nothing was changed; --fresh deletes it and starts again.")
        }
    }

    /// The types that the PID extends.
    static let parents = [PIDKind.credentialType: [PIDKind.baseType]]

    /// The claim by which people log in.
    private static let loginClaim = "personal_administrative_number"

    /// The verifiers' entry in the configuration.
    ///
    /// - Throws: errors of the certificate library.
    func sharing() throws -> SharingSettings {
        SharingSettings(
            accessRoots: [try registry.registrar.accessRoot.der()], registrarRoots: [try registry.registrar.registrarRoot.der()],
            tlsRoots: [authority.rootCertificate], overAsking: .warn, unverifiedRegistration: .warn,
            login: SharingSettings.Login(
                sdJWT: .init(type: PIDKind.credentialType, path: [Self.loginClaim]),
                mdoc: .init(type: PIDKind.documentType, path: [PIDKind.documentType, Self.loginClaim])),
            typeParents: Self.parents)
    }

    /// The verifier's behaviour for the requests that follow.
    var trick: VerifierTrick { edge.trick }

    /// Plays a trick from the next request on.
    func play(_ trick: VerifierTrick) {
        edge.play(trick)
        port.name.isGone(trick == .vanish)
    }

    /// Verifier and sites for a browser.
    var browserSite: BrowserSite {
        let websites = SiteWebsites(port: sitesPort.name)
        return BrowserSite(roots: [authority.rootCertificate]) { [name = port.name] address in
            name.resolve(address) ?? websites.resolve(address)
        }
    }

    /// The sites that the device column offers.
    ///
    /// - Parameter language: of the subtitles, `nl` or `en`.
    static func offered(in language: String) -> [OfferedSite] {
        DemoSite.allCases.map { OfferedSite(name: $0.name, address: $0.address + "/", subtitle: $0.subtitle(in: language)) }
    }

    func run() async throws {
        do {
            try await serve()
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
    }

    /// Serves until the services end. A function of its own that is never inlined: in a release, the compiler (6.3.1) crashes on a group within `do`.
    @inline(never)
    private func serve() async throws {
        // If one of them fails, the group ends the others.
        try await withThrowingDiscardingTaskGroup { group in
            group.addTask { try await serveVerifier() }
            group.addTask { try await serveSites() }
            group.addTask { await RepeatedWork(every: VerifierOperations.sweepPause) { [edge] in await edge.sweep() }.run() }
        }
    }

    private func serveVerifier() async throws {
        try await port.serve { number in
            try await HTTPService(
                HTTPListener(
                    host: "localhost", port: number, tls: authority.identity.serverConfiguration, timeouts: timeouts,
                    limits: VerifierServer.standardConnections),
                logger: logger, onRunning: { [name = port.name] in name.listens(on: $0) }
            ) { [edge] in edge.router() }.run()
        }
    }

    private func serveSites() async throws {
        try await sitesPort.serve { number in
            try await DemoSitesService(
                sites: sites, host: "localhost", port: number, identity: authority.identity, timeouts: timeouts
            ) { [name = sitesPort.name] in name.listens(on: $0) }.run()
        }
    }
}
