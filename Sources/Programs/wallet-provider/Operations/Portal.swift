// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import Logging
import RevocationPortal
import ServerCommands
import ServerKit
import ServerState
import WalletProvider
import WalletProviderHTTP

/// `wallet-provider portal`: serves the revocation portal (UC10.1) on a separate address.
struct Portal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the revocation portal.",
        discussion: """
            A page that deletes a wallet by its deletion code. It opens the same accounts and keys as the server beside it. \
            Without a certificate it speaks plain HTTP: on loopback, or to a proxy that ends TLS.
            """)

    @OptionGroup(title: "Accounts and keys")
    var backend: BackendOptions

    @OptionGroup
    var listener: HostOption

    @Option(help: "The port to listen on; 0 for any free one.")
    var port = 8444

    @Option(help: "The portal's public address, such as https://portal.example. Default: what the browser asked for.")
    var publicURL: String?

    @Option(help: "The name of the wallet on the pages.")
    var product = PortalSkin.nlWallet.product

    @Option(
        name: .customLong("language"), parsing: .singleValue,
        help: ArgumentHelp("A language of the pages, the usual one first: nl, en or de. Default: nl and en.", valueName: "tag"))
    var languages: [String] = []

    @OptionGroup
    var tls: TLSOptions

    @Option(help: ArgumentHelp("The target of the link Back to support.", valueName: "url"))
    var supportPage: String?

    @Option(help: ArgumentHelp("The app's page in Apple's store.", valueName: "url"))
    var appStore: String?

    @Option(help: ArgumentHelp("The app's page in Google's store.", valueName: "url"))
    var playStore: String?

    @OptionGroup
    var proxies: TrustedProxyOptions

    @OptionGroup
    var requestTimeout: RequestTimeoutOption

    @OptionGroup
    var serving: ServingOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        let isName = (1...60).contains(product.count) && product.allSatisfy { !$0.isNewline } && product.contains { !$0.isWhitespace }
        guard isName else { throw ValidationError("--product must be a name of 1 to 60 characters on one line") }
        guard languages.allSatisfy(PortalSkin.knownLanguages.contains), Set(languages).count == languages.count else {
            throw ValidationError("--language must be \(PortalSkin.knownLanguages.joined(separator: ", ")), each at most once")
        }
        // Also before printing: no printed address contains a secret.
        do {
            _ = try portalConfiguration()
        } catch let error as PortalError {
            throw ValidationError("\(error)")
        }
    }

    func run() async throws {
        guard !serving.printConfig else { return Terminal.write(Self.settings.printed(self)) }
        let logger = serving.operation.logger("revocation-portal")
        try ResourceFolders.check(["RevocationPortal", "WebPages"])
        let identity = try tls.identity(publicURL: publicURL, logger)
        if identity == nil, !["127.0.0.1", "::1", "localhost"].contains(listener.host) {
            logger.warning("no --tls-certificate: the portal speaks plain HTTP, and deletion codes can be read on the way")
        }
        let configuration = try portalConfiguration()
        try await serving.operation.checkListeners(ListeningAddress(host: listener.host, port: port))
        var timeouts = backend.timeouts
        requestTimeout.apply(to: &timeouts)
        serving.operation.apply(to: &timeouts)
        let operations = ProviderOperations(
            policy: .standard, hasWitness: backend.witnessJournal != nil, timeouts: timeouts, logger: logger)
        try await backend.withBackend(for: .administering, logger: logger, observeHSM: { operations.record($0) }) { parts in
            let store = MeasuredStore(parts.store, operations.metrics)
            let hsm = MeasuredHSM(parts.hsm, operations.metrics)
            let revoker = Revoker(
                store: store, hsm: hsm, clock: { Date() },
                report: { logger.error("failure", metadata: ["error": "\($0)"]) })
            // Derived in the shared HSM, so all replicas have the same key without another secret.
            let key = try PortalKey(
                try await parts.hsm.authenticationCode(over: Array("revocation portal".utf8), for: .revocationCode))
            let portal = try RevocationPortal(
                configuration: configuration, key: key, limiter: InMemoryTryLimiter(), timeouts: timeouts, clock: { Date() },
                randomBytes: systemRandomBytes, logger: logger, observe: { operations.server.metrics.record($0) }
            ) { code in
                guard let revocation = try await revoker.revoke(with: code, by: .portal) else { return .unknown }
                return .revoked(at: Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000))
            }
            if let end = identity?.expiry {
                operations.server.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
            }
            let server = RevocationPortalServer(
                portal: portal, host: listener.host, port: port, tls: identity?.serverConfiguration,
                connections: serving.operation.connections(ProviderServer.standardConnections),
                onRunning: { port in
                    operations.server.health.markStarted()
                    logger.notice("serving", metadata: ["port": .stringConvertible(port)])
                }, observeConnections: { operations.server.metrics.record($0) })
            let probes = operations.probes(store: MeasuredStore(parts.database, operations.metrics), hsm: hsm, witness: parts.witness)
            try await serving.operation.serve(
                [server], upkeep: probes, operations.server,
                updatingMetrics: { operations.updateMetrics(parts.witness, revocationList: nil) }, timeouts: timeouts,
                at: "\(listener.host), port \(port)")
        }
        logger.notice("stopped")
    }

    private func portalConfiguration() throws -> PortalConfiguration {
        try PortalConfiguration(
            skin: PortalSkin(product: product, languages: languages.isEmpty ? PortalSkin.nlWallet.languages : languages),
            origin: publicURL.map { try PublicOrigin($0) } ?? .asAsked(isSecure: tls.tlsCertificate != nil),
            supportPage: supportPage.map { try ExternalAddress($0) }, appStore: appStore.map { try ExternalAddress($0) },
            playStore: playStore.map { try ExternalAddress($0) }, trustedProxies: proxies.addresses())
    }
}
