// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HSM
import Logging
import ProviderState
import RevocationPortal
import ServerKit
import ServiceLifecycle
import WalletProvider
import WalletProviderHTTP

/// `wallet-provider portal`: serves the revocation portal (UC10.1) on a separate address.
struct Portal: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the revocation portal.",
        discussion: """
            A page on which somebody with the deletion code of a wallet ends it. It opens the same accounts and keys as the server beside it. \
            Without a certificate it speaks plain HTTP: on loopback, or to a proxy that ends TLS.
            """)

    @OptionGroup(title: "Accounts and keys")
    var backend: BackendOptions

    @Option(help: "The name or address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free one.")
    var port = 8444

    @Option(help: "The portal's public address, such as https://portal.example. Default: what the browser asked for.")
    var publicURL: String?

    @Option(help: ArgumentHelp("The portal's certificate and what leads to its root.", valueName: "pem"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the portal's certificate.", valueName: "pem"))
    var tlsKey: String?

    @Option(help: ArgumentHelp("Where Back to support leads.", valueName: "url"))
    var supportPage: String?

    @Option(help: ArgumentHelp("The app's page in Apple's store.", valueName: "url"))
    var appStore: String?

    @Option(help: ArgumentHelp("The app's page in Google's store.", valueName: "url"))
    var playStore: String?

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp("A proxy whose X-Forwarded-For is believed; may be given more than once.", valueName: "address"))
    var trustedProxies: [String] = []

    @OptionGroup(title: "Operation")
    var operation: OperationOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError("--tls-certificate and --tls-key go together") }
    }

    func run() async throws {
        let logger = operation.logger("revocation-portal")
        try ResourceFolders.check(["RevocationPortal", "WebPages"])
        let identity = try tlsIdentity(logger)
        let configuration = try PortalConfiguration(
            origin: publicURL.map { try PublicOrigin($0) } ?? .asAsked(isSecure: identity != nil),
            supportPage: supportPage.map { try WebAddress($0) }, appStore: appStore.map { try WebAddress($0) },
            playStore: playStore.map { try WebAddress($0) }, trustedProxies: TrustedProxies(trustedProxies))
        let operations = ProviderOperations(policy: .standard, hasWitness: backend.witnessJournal != nil, logger: logger)
        try await backend.withBackend(for: .administering, logger: logger) { parts in
            let store = MeasuredStore(parts.store, operations.metrics)
            let hsm = MeasuredHSM(parts.hsm, operations.metrics)
            let revoker = Revoker(
                store: store, hsm: hsm, clock: { Date() },
                report: { logger.error("failure", metadata: ["error": "\($0)"]) })
            // Derived in the shared HSM, so all replicas have the same key without another secret.
            let key = try PortalKey(
                try await parts.hsm.authenticationCode(over: Array("revocation portal".utf8), for: .revocationCode))
            let portal = try RevocationPortal(
                configuration: configuration, key: key, limiter: InMemoryTryLimiter(), clock: { Date() }, randomBytes: systemRandomBytes,
                logger: logger, observe: { operations.metrics.record($0) }
            ) { code in
                guard let revocation = try await revoker.revoke(with: code, by: .portal) else { return .unknown }
                return .revoked(at: Date(timeIntervalSince1970: Double(revocation.date.milliseconds) / 1000))
            }
            if let end = identity?.expiry { operations.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970)) }
            let server = RevocationPortalServer(
                portal: portal, host: host, port: port, tls: identity?.serverConfiguration, connections: operation.connections,
                onRunning: { port in
                    operations.health.markStarted()
                    logger.notice("serving", metadata: ["port": "\(port)"])
                }, observeConnections: { operations.metrics.record($0) })
            var services: [any Service] = operations.probes(
                store: MeasuredStore(parts.database, operations.metrics), hsm: hsm, witness: parts.witness)
            if let listener = operation.internalListener {
                services.append(
                    operations.internalServer(listener, witness: parts.witness) { port in
                        logger.notice("listening for operators", metadata: ["internal_port": "\(port)"])
                    })
            }
            services += [server, Draining(operations.health, pause: .seconds(operation.drainSeconds))]
            try await operation.run(services, operations.health, logger, at: "\(host), port \(port)")
        }
        logger.notice("stopped")
    }

    /// The checked certificate and key of `--tls-certificate`; nil without the option.
    private func tlsIdentity(_ logger: Logger) throws -> TLSIdentity? {
        guard let tlsCertificate, let tlsKey else {
            if !["127.0.0.1", "::1", "localhost"].contains(host) {
                logger.warning("no --tls-certificate: the portal speaks plain HTTP, and deletion codes can be read on the way")
            }
            return nil
        }
        try SecretFile(path: tlsKey).check()
        let identity = try TLSFiles(certificate: tlsCertificate, key: tlsKey).identity(at: Date())
        let host = publicURL.flatMap { URLComponents(string: $0)?.host }
        for warning in identity.warnings(forHost: host, at: Date()) { logger.warning("\(tlsCertificate): \(warning)") }
        return identity
    }
}
