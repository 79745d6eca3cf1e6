// SPDX-License-Identifier: EUPL-1.2

import ConfigurationServer
import ConfigurationState
import Foundation
import Logging
import ProviderState
import ServerKit
import ServiceLifecycle
import SimulatedPhone
import WalletConfiguration

/// The configuration server of the demo: the real one, in this process, on its own TLS port, by the clock that everybody but the
/// phone has.
///
/// Its directory also holds contents and signing key, so that a person can edit what it says: `wallet-config sign` puts a new edition in place,
/// and the server takes it over.
struct DemoConfiguration: Service {
    /// By what name wallets know it and where it listens.
    let port: DemoPort
    /// What the app ships with: the first edition as it is made.
    let edition: ConfigurationDocument
    /// Whose documents the app trusts.
    let trust: DocumentTrust
    /// The files that are served, and what they are made of.
    let files: ConfigurationFiles
    private let server: ConfigurationServer
    private let authority: DevelopmentCertificateAuthority
    private let logger: Logger

    /// Opens documents, keys and certificates; makes what is missing at the first start, and new editions of what is about to expire.
    ///
    /// - Parameters:
    ///   - provider, issuer: what the first configuration says of them.
    ///   - clock: everybody's but the phone's.
    /// - Throws: `StartError`; nothing that a person made was changed.
    init(
        in directory: DemoDirectory, port: DemoPort, provider: ProviderAddress, issuer: PIDIssuerAddress, clock: VirtualClock,
        logger: Logger
    ) throws {
        self.port = port
        self.logger = logger
        let now = { @Sendable in Int64(clock.now.timeIntervalSince1970) }
        files = ConfigurationFiles(directory: try directory.configurationDirectory())
        do {
            authority = try DevelopmentCertificateAuthority(directory: files.certificates, now: Date())
        } catch {
            throw StartError("The configuration server's certificates cannot be used (\(error)). Nothing was changed; --fresh starts anew.")
        }
        guard let url = WebAddress(base: port.name.url) else { throw StartError("The configuration server has no name.") }
        let address = ServiceAddress(url: url, tlsRoots: [authority.rootCertificate])
        edition = ConfigurationDocument(
            provider: provider, services: Services(configuration: address, updatePolicy: address, pidIssuer: issuer),
            universalLinks: DemoDocuments.links, features: DemoDocuments.features,
            support: SupportContacts(phone: "+31700000000", web: WebAddress("https://help.example/wallet"), email: "help@wallet.example"),
            appStores: AppStoreAddresses(
                ios: WebAddress("https://apps.example/wallet"), android: WebAddress("https://play.example/wallet")))
        trust = try DemoDocuments(files: files, now: now()).make(
            configuration: edition, policy: UpdatePolicy(available: DemoDocuments.available))
        server = ConfigurationServer(
            files: ConfigurationServer.Files(configuration: files.configuration, updatePolicy: files.policy), trust: trust, clock: now,
            logger: logger.reporting(.error))
    }

    /// Takes over what was signed since, without waiting for the next look at the files.
    func refresh() { server.refresh() }

    func run() async throws {
        try await port.serve { number in
            try await ConfigurationServerService(
                server: server, host: "localhost", port: number, tls: authority.identity.serverConfiguration, logger: logger
            ) { [name = port.name] number in name.listens(on: number) }.run()
        }
    }
}
