// SPDX-License-Identifier: EUPL-1.2

import ConfigurationServer
import ConfigurationState
import Deadlines
import Foundation
import Logging
import PhoneSimulator
import ServerKit
import ServerState
import ServiceLifecycle
import WalletApp
import WalletConfiguration

/// The demo's configuration server: the production server in this process, on its own TLS port, with the servers' clock.
///
/// Its directory also contains the contents and the signing key, so that a developer can edit a document. `wallet-config sign` then writes
/// a new edition, which the server then serves. A document that is about to expire on the servers' clock is signed again before it is
/// served.
struct DemoConfiguration: Service {
    /// The server's name for wallets, and its port.
    let port: DemoPort
    /// The edition shipped with the app: the first configuration.
    let edition: ConfigurationDocument
    /// Signs documents while the demo runs.
    let signing: DemoSigning
    private let server: ConfigurationServer
    private let authority: DevelopmentCertificateAuthority
    private let timeouts: Timeouts
    private let logger: Logger

    /// Opens documents, keys and certificates. Creates missing files, and new editions of documents that are about to expire.
    ///
    /// - Parameters:
    ///   - brand: the product, with its help desk and its pages in the app stores.
    ///   - provider, issuer, sharing: their entries in the first configuration.
    ///   - timeouts: the server's time limits.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; files of the developer stay unchanged.
    init(
        in directory: DemoDirectory, brand: Brand, port: DemoPort, provider: ProviderAddress, issuer: PIDIssuerAddress,
        sharing: SharingSettings, timeouts: Timeouts, clock: VirtualClock, logger: Logger
    ) throws {
        self.timeouts = timeouts
        self.port = port
        self.logger = logger
        let now = { @Sendable in Int64(clock.now.timeIntervalSince1970) }
        let files = ConfigurationFiles(directory: try directory.configurationDirectory())
        do {
            authority = try DevelopmentCertificateAuthority(directory: files.certificates, now: Date())
        } catch {
            throw StartError(
                "The configuration server's certificates cannot be used (\(error)). Nothing was changed; --fresh deletes it and starts again."
            )
        }
        guard let url = WebAddress(base: port.name.url) else { throw StartError("The configuration server has no name.") }
        let address = ServiceAddress(url: url, tlsRoots: [authority.rootCertificate])
        edition = ConfigurationDocument(
            provider: provider, services: Services(configuration: address, updatePolicy: address, pidIssuer: issuer),
            pid: DemoIssuer.pid, sharing: sharing,
            universalLinks: DemoDocuments.links, features: DemoDocuments.features,
            support: brand.support, appStores: brand.appStores)
        let documents = DemoDocuments(files: files, now: now())
        let trust = try documents.make(
            configuration: edition, policy: UpdatePolicy(available: DemoDocuments.available(brand.version)))
        try documents.add(sharing, trusting: trust)
        let failures = logger.reporting(.error)
        let signing = DemoSigning(files: files, trust: trust, clock: now, logger: failures)
        self.signing = signing
        server = ConfigurationServer(
            files: ConfigurationServer.Files(configuration: files.configuration, updatePolicy: files.policy), trust: trust, clock: now,
            logger: failures, renew: { signing.renew($0) })
    }

    /// The keys for documents that the app trusts.
    var trust: DocumentTrust { signing.trust }

    /// The served files and their sources.
    var files: ConfigurationFiles { signing.files }

    /// The document that the server sends now; nil without a valid document.
    func served(_ endpoint: DocumentEndpoint) -> ServedDocument? { server.current(endpoint) }

    /// Serves newly signed documents immediately, without waiting for the next check of the files.
    func refresh() { server.refresh() }

    func run() async throws {
        try await port.serve { number in
            try await ConfigurationServerService(
                server: server, host: "localhost", port: number, tls: authority.identity.serverConfiguration, timeouts: timeouts,
                logger: logger
            ) { [name = port.name] number in name.listens(on: number) }.run()
        }
    }
}
