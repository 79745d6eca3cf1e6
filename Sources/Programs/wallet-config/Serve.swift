// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationServer
import ConfigurationState
import Foundation
import Logging
import ProviderState
import ServerKit
import ServiceLifecycle
import UnixSignals
import WalletConfiguration

/// `wallet-config serve`: serves the two signed documents until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the signed documents over TLS.",
        discussion: """
            STATE holds configuration.jwt, update-policy.jwt and signers.json, unless options name other files. A document that is \
            replaced is verified and taken over within a second or two; one that phones would refuse is reported and not served, and the \
            one before stays. The signing key is not needed here and is better kept elsewhere.
            """)

    @Option(help: "The directory with the documents, and with a development certificate.")
    var state: String

    @Option(help: ArgumentHelp("The signed configuration. Default: STATE/configuration.jwt", valueName: "file"))
    var configuration: String?

    @Option(help: ArgumentHelp("The signed update policy. Default: STATE/update-policy.jwt", valueName: "file"))
    var updatePolicy: String?

    @Option(help: ArgumentHelp("The public keys that phones trust. Default: STATE/signers.json", valueName: "file"))
    var signers: String?

    @Option(help: "The name or address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free one.")
    var port = 8445

    @Option(
        help: ArgumentHelp(
            "The server's certificate and what leads to its root. Default: of a development CA in STATE/tls", valueName: "pem"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the server's certificate.", valueName: "pem"))
    var tlsKey: String?

    @Option(help: "The address of the listener for operators: health and metrics, plain HTTP. Not for the public.")
    var internalHost = "127.0.0.1"

    @Option(help: ArgumentHelp("The port of that listener; 0 for any free one. Default: there is none.", valueName: "port"))
    var internalPort: Int?

    @Option(
        name: .customLong("trusted-proxy"),
        help: ArgumentHelp(
            "A proxy in front, whose connections have no limit of an address; may be given more than once.", valueName: "address"))
    var trustedProxies: [String] = []

    func validate() throws {
        guard (0...65_535).contains(internalPort ?? 0) else { throw ValidationError("--internal-port is 0 to 65535") }
        _ = try TrustedProxies(trustedProxies)
        guard !state.isEmpty else { throw ValidationError("--state is the path of a directory, not an empty text") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError("--tls-certificate and --tls-key go together") }
    }

    func run() async throws {
        let logger = Logger(label: "wallet-config") { StreamLogHandler.standardError(label: $0) }
        let files = ConfigurationFiles(directory: state)
        let identity = try tlsIdentity(files, logger)
        let trust = try DocumentTrust(file: signers ?? files.signers)
        let server = ConfigurationServer(
            files: ConfigurationServer.Files(
                configuration: configuration ?? files.configuration, updatePolicy: updatePolicy ?? files.policy),
            trust: trust, clock: { Int64(Date().timeIntervalSince1970) }, logger: logger)
        let service = ConfigurationServerService(
            server: server, host: host, port: port, tls: identity.serverConfiguration,
            trustedProxies: try TrustedProxies(trustedProxies), logger: logger
        ) {
            port in
            logger.notice("serving", metadata: ["port": "\(port)", "environment": "\(trust.environment)"])
        }
        var services: [any Service] = [service]
        if let internalPort {
            let operations = ConfigurationOperations(
                server: server, certificateExpiry: identity.expiry.map { Int64($0.timeIntervalSince1970) })
            operations.health.markStarted()
            let listener = HTTPListener(
                host: internalHost, port: internalPort, tls: nil, limits: ConnectionLimits(maximumConnections: 64))
            services =
                operations.probes() + [
                    operations.internalServer(listener) { port in
                        logger.notice("listening for operators", metadata: ["internal_port": "\(port)"])
                    }, service,
                ]
        }
        do {
            try await ServiceGroup(services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger).run()
        } catch let error as ListenError {
            throw StartError("\(error)")
        } catch {
            throw StartError("cannot serve on \(host), port \(port): \(error)")
        }
        logger.notice("stopped")
    }

    private func tlsIdentity(_ files: ConfigurationFiles, _ logger: Logger) throws -> TLSIdentity {
        guard let tlsCertificate, let tlsKey else {
            logger.warning("no --tls-certificate: a development certificate for localhost serves, which no phone trusts")
            return try DevelopmentCertificateAuthority(directory: files.certificates, now: Date()).identity
        }
        try SecretFile(path: tlsKey).check()
        let identity = try TLSFiles(certificate: tlsCertificate, key: tlsKey).identity(at: Date())
        for warning in identity.warnings(forHost: nil, at: Date()) { logger.warning("\(warning)") }
        return identity
    }
}
