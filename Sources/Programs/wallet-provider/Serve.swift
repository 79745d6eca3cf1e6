// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import DeviceAttestation
import Foundation
import HSM
import Logging
import ServiceLifecycle
import SwiftASN1
import UnixSignals
import WalletProvider
import WalletProviderHTTP
import WalletProviderSQLite
import X509

/// `wallet-provider serve`: reads its options, opens the state directory, and serves until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the provider's protocol over TLS.")

    @Option(help: "The directory for accounts and keys; it is made if it is not there.")
    var state: String

    @Option(help: "The name or address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free one, then --public-url is needed.")
    var port = 8443

    @Option(help: "The address by which wallets know this provider; it must never change. Default: https://localhost:PORT")
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "The server's certificate and what leads to its root. Default: of a development CA in STATE/tls", valueName: "pem"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The key of the server's certificate.", valueName: "pem"))
    var tlsKey: String?

    @Option(help: ArgumentHelp("A root that device attestations may lead to; may be given more than once.", valueName: "pem"))
    var attestationRoot: [String]

    @Option(help: "The only app that is accepted: team id, a dot, bundle id.")
    var appID: String

    @Option(help: "The only App Attest environment that is accepted.")
    var environment: AppAttestEnvironment

    @Option(help: "Rounds of PIN attempts until an account is blocked.")
    var rounds = 4

    @Option(help: "PIN attempts in a round.")
    var attemptsPerRound = 4

    @Option(parsing: .upToNextOption, help: "The waits after each round but the last, in seconds.")
    var waits: [Int] = [60, 300, 3600]

    func validate() throws {
        guard !state.isEmpty else { throw ValidationError("--state is the path of a directory, not an empty text") }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is 0 to 65535") }
        guard port != 0 || publicURL != nil else {
            throw ValidationError("--port 0 needs --public-url, or wallets could not name this provider")
        }
        guard (tlsCertificate == nil) == (tlsKey == nil) else { throw ValidationError("--tls-certificate and --tls-key go together") }
        guard !attestationRoot.isEmpty else { throw ValidationError("at least one --attestation-root is needed") }
        guard AppID(parsing: appID) != nil else { throw ValidationError("--app-id is a team id of ten characters, a dot and a bundle id") }
        _ = try pinPolicy()
    }

    func run() async throws {
        let logger = Logger(label: "wallet-provider") { StreamLogHandler.standardError(label: $0) }
        let configuration = try providerConfiguration()
        let directory = try StateDirectory(opening: state)
        defer { directory.unlock() }
        let files = directory.files
        try files.begin()
        let hsm = try SoftwareHSM(keyFile: files.keys, secretFile: files.secret)
        let store = try SQLiteAccountStore(path: files.accounts)
        files.finish()
        let provider = WalletProvider(
            configuration: configuration, store: store, hsm: hsm, clock: { Date() },
            randomBytes: { count in
                (0..<count).map { _ in UInt8.random(in: .min ... .max) }
            },
            report: { logger.error("failure", metadata: ["error": "\($0)"]) })
        let server = ProviderServer(provider: provider, host: host, port: port, identity: try tlsIdentity(in: files), logger: logger) {
            port in
            logger.notice("serving", metadata: ["port": "\(port)", "public_url": "\(configuration.publicURL)"])
        }
        do {
            try await ServiceGroup(
                services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
            ).run()
        } catch {
            try? store.close()
            throw StartError("cannot serve on \(host), port \(port): \(error)")
        }
        try store.close()
        logger.notice("stopped")
    }

    private func pinPolicy() throws -> PINRetryPolicy {
        try PINRetryPolicy(rounds: rounds, attemptsPerRound: attemptsPerRound, waits: waits.map { .seconds($0) })
    }

    private func providerConfiguration() throws -> ProviderConfiguration {
        guard let appID = AppID(parsing: appID) else { throw ValidationError("--app-id is not one") }
        let roots = try attestationRoot.map { path in
            do {
                return try Certificate(pemEncoded: String(contentsOfFile: path, encoding: .utf8))
            } catch {
                throw StartError("\(path) cannot be read as a certificate in PEM")
            }
        }
        return try ProviderConfiguration(
            publicURL: publicURL ?? "https://localhost:\(port)", attestationRoots: roots, appID: appID, environment: environment,
            pinPolicy: pinPolicy())
    }

    private func tlsIdentity(in files: ProviderFiles) throws -> TLSIdentity {
        guard let tlsCertificate, let tlsKey else {
            return try DevelopmentCertificateAuthority(directory: files.certificates, now: Date()).identity
        }
        do {
            return try TLSIdentity(certificateFile: tlsCertificate, keyFile: tlsKey)
        } catch {
            throw StartError("\(tlsCertificate) and \(tlsKey) cannot be read as a certificate and its key in PEM")
        }
    }
}

extension AppAttestEnvironment: ExpressibleByArgument {}
