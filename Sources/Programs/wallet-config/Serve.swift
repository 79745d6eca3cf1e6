// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import ConfigurationServer
import ConfigurationState
import Deadlines
import Foundation
import Logging
import ServerCommands
import ServerKit
import ServerState
import WalletConfiguration

/// `wallet-config serve`: serves the two signed documents until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the signed documents over TLS.",
        discussion: """
            STATE contains configuration.jwt, update-policy.jwt and signers.json, unless options name other files. A new document is verified and \
            served within two seconds. A document that phones would refuse is reported and not served; the previous document stays. The \
            signing key is not needed here; keep it elsewhere.
            """)

    @Option(help: "The directory with the documents, and with a development certificate.")
    var state: String

    @Option(help: ArgumentHelp("The signed configuration. Default: STATE/configuration.jwt", valueName: "file"))
    var configuration: String?

    @Option(help: ArgumentHelp("The signed update policy. Default: STATE/update-policy.jwt", valueName: "file"))
    var updatePolicy: String?

    @Option(help: ArgumentHelp("The public keys that phones trust. Default: STATE/signers.json", valueName: "file"))
    var signers: String?

    @OptionGroup
    var listener: HostOption

    @Option(help: "The port to listen on; 0 for any free one.")
    var port = 8445

    @OptionGroup(title: "Certificate of the server")
    var tls: TLSOptions

    @OptionGroup
    var proxies: TrustedProxyOptions

    @Option(
        help: ArgumentHelp(
            "A file with settings: a JSON object with these options by their names. The command line and the environment, such as "
                + "WALLET_CONFIG_PORT for --port, take precedence.", valueName: "file"))
    var config: String?

    @OptionGroup
    var serving: ServingOptions

    func validate() throws {
        guard !state.isEmpty else { throw ValidationError("--state must be the path of a directory, not an empty text") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
    }

    func run() async throws {
        guard !serving.printConfig else { return Terminal.write(Self.settings.printed(self)) }
        let logger = serving.operation.logger("wallet-config")
        let files = ConfigurationFiles(directory: state)
        let given = try tls.identity(publicURL: nil, logger)
        let trust = try DocumentTrust(file: signers ?? files.signers)
        try await serving.operation.checkListeners(ListeningAddress(host: listener.host, port: port))
        // Makes files, so everything else is checked before.
        let identity = try given ?? developmentIdentity(files, logger)
        let server = ConfigurationServer(
            files: ConfigurationServer.Files(
                configuration: configuration ?? files.configuration, updatePolicy: updatePolicy ?? files.policy),
            trust: trust, clock: { Int64(Date().timeIntervalSince1970) }, logger: logger)
        var timeouts = Timeouts.production
        serving.operation.apply(to: &timeouts)
        let operations = ConfigurationOperations(timeouts: timeouts, logger: logger)
        if let end = identity.expiry {
            operations.server.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
        }
        let service = ConfigurationServerService(
            server: server, host: listener.host, port: port, tls: identity.serverConfiguration, timeouts: timeouts,
            connections: serving.operation.connections(ConnectionLimits(), behind: try proxies.addresses()), logger: logger,
            onRunning: { port in
                operations.server.health.markStarted()
                logger.notice("serving", metadata: ["port": .stringConvertible(port), "environment": "\(trust.environment)"])
            }, observe: { operations.server.metrics.record($0) }, observeConnections: { operations.server.metrics.record($0) })
        try await serving.operation.serve(
            [service], upkeep: operations.probes(server), operations.server,
            updatingMetrics: { operations.updateMetrics(server) }, timeouts: timeouts, at: "\(listener.host), port \(port)")
        logger.notice("stopped")
    }

    private func developmentIdentity(_ files: ConfigurationFiles, _ logger: Logger) throws -> TLSIdentity {
        logger.warning("no --tls-certificate: the server uses a development certificate for localhost, which no phone trusts")
        return try DevelopmentCertificateAuthority(directory: files.certificates, now: Date()).identity
    }
}
