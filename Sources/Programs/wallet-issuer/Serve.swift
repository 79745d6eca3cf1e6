// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import DigiDSimulator
import Foundation
import HSM
import Logging
import OpenID4VCI
import PIDIssuer
import ServerCommands
import ServerKit
import ServerState
import ServiceLifecycle
import SwiftASN1
import X509

/// `wallet-issuer serve`: runs the issuer and a simulated login provider until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve the issuer over TLS, with a simulated login provider.",
        discussion: """
            The first start makes the missing files in STATE: keys, a development CA for TLS, and a development root that certifies the document \
            signer; STATE/issuer-root.pem is for verifiers of the credentials.
            """)

    @OptionGroup var backend: StateOptions
    @OptionGroup var wallets: WalletOptions

    @Option(help: "The issuer's address as wallets see it: https://host[:port]. Default: https://localhost:PORT")
    var publicURL: String?

    @Option(help: "The login provider's address as browsers see it. Default: https://localhost:LOGIN-PORT")
    var loginURL: String?

    @OptionGroup
    var listener: HostOption

    @Option(help: "The port of the issuer.")
    var port = 8446

    @Option(help: "The port of the simulated login provider.")
    var loginPort = 8447

    @OptionGroup(title: "Certificate of both servers")
    var tls: TLSOptions

    @Option(
        help: ArgumentHelp("The roots of the login provider's certificate, in PEM or DER. Default: the development CA", valueName: "file"))
    var loginRoot: String?

    @Option(help: "The validity of a credential in days: 1 to 3650.")
    var days: Int64 = 90

    @Flag(help: "Require key attestations (OpenID4VCI appendix D).")
    var requireKeyAttestations = false

    @Option(help: "An accepted attack resistance of key storage, such as iso_18045_high; may be repeated.")
    var keyStorage: [String] = []

    @Option(help: "An accepted attack resistance of user authentication; may be repeated.")
    var userAuthentication: [String] = []

    @Option(help: "How many seconds the answer of the login provider may take.")
    var loginSeconds = Timeouts.production.login.wholeSeconds

    @Option(help: "How many seconds the answer with a status list of wallets may take.")
    var statusSeconds = Timeouts.production.walletStatus.wholeSeconds

    @OptionGroup
    var proxies: TrustedProxyOptions

    @OptionGroup
    var serving: ServingOptions

    private var keyAttestation: KeyAttestationRequirement? {
        requireKeyAttestations ? KeyAttestationRequirement(keyStorage: keyStorage, userAuthentication: userAuthentication) : nil
    }

    func validate() throws {
        guard requireKeyAttestations || keyStorage.isEmpty && userAuthentication.isEmpty else {
            throw ValidationError("--key-storage and --user-authentication need --require-key-attestations")
        }
        guard (1...65_535).contains(port), (1...65_535).contains(loginPort), port != loginPort else {
            throw ValidationError("--port and --login-port must be two different numbers from 1 to 65535")
        }
        guard (1...3650).contains(days) else { throw ValidationError("--days must be 1 to 3650") }
        guard (tls.tlsCertificate == nil) == (loginRoot == nil) else {
            throw ValidationError("--tls-certificate, --tls-key and --login-root must be given together")
        }
        try TimeLimitOption.check([("login-seconds", loginSeconds), ("status-seconds", statusSeconds)], in: 1...60)
    }

    func run() async throws {
        guard !serving.printConfig else { return Terminal.write(Self.settings.printed(self)) }
        let logger = serving.operation.logger("wallet-issuer")
        try ResourceFolders.check(["DigiDSimulator", "WebPages"])
        let timeouts = timeouts
        guard let address = HTTPSURL(publicURL ?? "https://localhost:\(port)"),
            let login = HTTPSURL(loginURL ?? "https://localhost:\(loginPort)")
        else { throw StartError("--public-url and --login-url must be https://host[:port]. Nothing was changed.") }
        // Report wrong files and ports before anything is opened or created.
        let accepted = try wallets.accepted(timeouts)
        let given = try givenIdentity(logger)
        try await serving.operation.checkListeners(
            ListeningAddress(host: listener.host, port: port), ListeningAddress(host: listener.host, port: loginPort))
        let directory = try ServerDirectory(opening: backend.state)
        defer { directory.unlock() }
        let (identity, roots) = try given ?? developmentIdentity(logger)
        let observeHSM: @Sendable (HSMRecoveryEvent) -> Void = { event in
            logger.log(level: event.isFailure ? .error : .notice, "\(event.sentence)", metadata: event.error.map { ["error": "\($0)"] })
        }
        try await backend.withHSM(observe: observeHSM) { hsm in
            let keys = try await backend.files.open(hsm, now: Date())
            let store = try IssuerStore(path: backend.files.database, timeouts: timeouts, clock: { Date() })
            defer { try? store.close() }
            let fetch = try PinnedFetch(roots: roots, timeout: timeouts.login)
            let issuer = try await PIDIssuer(
                configuration: IssuerConfiguration(
                    issuer: address, wallets: accepted, credentialLifetime: days * 86_400,
                    keyAttestation: keyAttestation),
                store: store, hsm: hsm, signer: keys.signer, register: TestPersons(),
                login: LoginClient(
                    provider: login, clientID: "pid-issuer", issuer: address, hsm: hsm, key: keys.loginKey,
                    fetch: { try await fetch($0) }, random: systemRandomBytes),
                clock: { Date() }, random: systemRandomBytes, logger: logger)
            let simulator = try DigiDSimulator(
                issuer: login, accounts: TestPersons.accounts,
                clients: [
                    .init(identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: address).text, key: keys.loginKey.publicKey)
                ], clock: { Date() }, random: systemRandomBytes, logger: logger)
            let operations = IssuerOperations(timeouts: timeouts, logger: logger)
            if let end = identity.expiry {
                operations.server.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
            }
            let addresses = try proxies.addresses()
            let servers: [any Service] = [
                PIDIssuerService(
                    issuer: issuer, host: listener.host, port: port, tls: identity.serverConfiguration, timeouts: timeouts,
                    connections: serving.operation.connections(PIDIssuerService.standardConnections, behind: addresses),
                    onRunning: { port in
                        operations.server.health.markStarted()
                        logger.notice("serving", metadata: ["port": .stringConvertible(port), "part": "issuer"])
                    }, observe: { operations.server.metrics.record($0) }, observeConnections: { operations.server.metrics.record($0) }),
                DigiDSimulatorService(
                    simulator: simulator, host: listener.host, port: loginPort, tls: identity.serverConfiguration, timeouts: timeouts,
                    connections: serving.operation.connections(ConnectionLimits(), behind: addresses)
                ) { port in
                    logger.notice("serving", metadata: ["port": .stringConvertible(port), "part": "login"])
                },
            ]
            try await serving.operation.serve(
                servers, upkeep: operations.probes(store: store, hsm: hsm), operations.server, timeouts: timeouts,
                at: "\(listener.host), ports \(port) and \(loginPort)"
            )
        }
        logger.notice("stopped")
    }

    /// The time limits with all options.
    private var timeouts: Timeouts {
        var timeouts = backend.timeouts
        (timeouts.login, timeouts.walletStatus) = (.seconds(loginSeconds), .seconds(statusSeconds))
        serving.operation.apply(to: &timeouts)
        return timeouts
    }

    /// The servers' identity in files, and the roots by which the issuer trusts the login provider; nil without the options.
    private func givenIdentity(_ logger: Logger) throws -> (TLSIdentity, roots: [[UInt8]])? {
        guard let loginRoot, let identity = try tls.identity(publicURL: publicURL, logger) else { return nil }
        let bytes = try StateFile.read(loginRoot, maximumBytes: 64 * 1024)
        // The tag of a SEQUENCE in DER.
        guard bytes.first == 0x30 else { return (identity, try WalletOptions.documents(in: loginRoot).map(\.der)) }
        guard (try? Certificate(derEncoded: bytes)) != nil else {
            throw StartError("\(loginRoot) is not a certificate, in PEM or DER. Nothing was changed.")
        }
        return (identity, [bytes])
    }

    private func developmentIdentity(_ logger: Logger) throws -> (TLSIdentity, roots: [[UInt8]]) {
        logger.warning("no --tls-certificate: the server uses a development certificate for localhost")
        let authority = try DevelopmentCertificateAuthority(directory: backend.files.certificates, now: Date())
        return (authority.identity, [authority.rootCertificate])
    }
}

extension TestPersons {
    /// The accounts that can log in: the test persons, and one person who is not in the register.
    static var accounts: [DigiDSimulator.Account] {
        TestPersons().all.map { .init(citizenServiceNumber: $0.citizenServiceNumber, name: $0.displayName) }
            + [.init(citizenServiceNumber: unknownNumber, name: "Onbekend / Unknown")]
    }
}
