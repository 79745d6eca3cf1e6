// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Deadlines
import Foundation
import Logging
import ServerCommands
import ServerKit
import ServerState
import WalletProvider
import WalletProviderHTTP

/// `wallet-provider serve`: reads its options, opens the state directory, and serves until SIGTERM or SIGINT.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Serve the provider's protocol over TLS.")

    @OptionGroup(title: "Accounts and keys")
    var backend: BackendOptions

    @OptionGroup
    var listener: HostOption

    @Option(help: "The port to listen on; 0 for any free one, then --public-url is needed.")
    var port = 8443

    @Option(help: "The address by which wallets know this provider; it must never change. Default: https://localhost:PORT")
    var publicURL: String?

    @OptionGroup(title: "Certificate of the server")
    var tls: TLSOptions

    @Flag(help: "Serve plain HTTP, on a loopback address only, for a proxy on this machine that ends TLS.")
    var plainHTTP = false

    @OptionGroup(title: "iPhones")
    var apple: AppleOptions

    @OptionGroup(title: "Android phones")
    var android: AndroidOptions

    @OptionGroup(title: "PIN recovery")
    var pid: PIDOptions

    @OptionGroup(title: "Wallet attestations")
    var attestation: AttestationOptions

    @Flag(help: "Also trust roots of simulated phones. For development only.")
    var allowDevelopmentRoots = false

    @Option(help: "Rounds of PIN attempts before an account is blocked.")
    var rounds = 4

    @Option(help: "PIN attempts in a round.")
    var attemptsPerRound = 4

    @Option(parsing: .upToNextOption, help: "The waiting time after each round but the last, in seconds.")
    var waits: [Int] = [60, 300, 3600]

    @Option(
        name: .customLong("wrong-pin-report-threshold"),
        help: ArgumentHelp("The number of wrong PINs within 30 days from which the holder is notified; 0 for never.", valueName: "number"))
    var wrongPINReportThreshold = ProviderConfiguration.standardWrongPINReportThreshold

    @OptionGroup(title: "Limits of requests")
    var limits: RequestLimitOptions

    @OptionGroup
    var serving: ServingOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard port != 0 || publicURL != nil else {
            throw ValidationError("--port 0 needs --public-url, because wallets need an address that does not change")
        }
        guard !plainHTTP || ["127.0.0.1", "::1", "localhost"].contains(listener.host) && tls.tlsCertificate == nil else {
            throw ValidationError("--plain-http needs --host 127.0.0.1, ::1 or localhost, and cannot be combined with --tls-certificate")
        }
        guard apple.isGiven || android.isGiven else {
            throw ValidationError("no phone is accepted: give the options for iPhones or for Android phones, or both")
        }
        guard (0...100_000).contains(wrongPINReportThreshold) else {
            throw ValidationError("--wrong-pin-report-threshold must be 0 to 100000")
        }
        _ = try pinPolicy()
        if let publicURL { try ProviderConfiguration.check(publicURL: publicURL) }
    }

    func run() async throws {
        guard !serving.printConfig else { return Terminal.write(Self.settings.printed(self)) }
        let logger = serving.operation.logger("wallet-provider")
        let timeouts = timeouts
        limits.timeout.warn(logger)
        let keeper = android.revocationListKeeper(timeouts, logger: logger)
        // Report wrong files before anything is opened or created.
        _ = try providerConfiguration(keeper, attestation: nil)
        _ = try attestation.chains()
        let files = try tlsFiles(logger)
        try await serving.operation.checkListeners(ListeningAddress(host: listener.host, port: port))
        let operations = ProviderOperations(
            policy: try pinPolicy(), hasWitness: backend.witnessJournal != nil, timeouts: timeouts, logger: logger)
        try await backend.withBackend(
            for: .serving, logger: logger, observeHSM: { operations.record($0) }, reportLost: { operations.recordLostOutcome($0) }
        ) { parts in
            let store = MeasuredStore(parts.store, operations.metrics)
            let hsm = MeasuredHSM(parts.hsm, operations.metrics)
            let attestations = try await attestation.settings(of: hsm, now: Date())
            if let end = try await AttestationOptions.expiry(of: attestations, hsm) {
                operations.metrics.noteAttestationCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
            }
            let configuration = try providerConfiguration(keeper, attestation: attestations)
            let provider = WalletProvider(
                configuration: configuration, store: store, hsm: hsm, clock: { Date() }, randomBytes: systemRandomBytes,
                report: { logger.error("failure", metadata: ["error": "\($0)"]) },
                observe: { operations.metrics.record($0) })
            let identity = plainHTTP ? nil : try files ?? developmentIdentity()
            if let end = identity?.expiry {
                operations.server.metrics.noteCertificateExpiry(secondsSince1970: Int64(end.timeIntervalSince1970))
            }
            let server = ProviderServer(
                provider: provider, host: listener.host, port: port, identity: identity, timeouts: timeouts, limits: try limits.limits(),
                connections: serving.operation.connections(ProviderServer.standardConnections), logger: logger,
                onRunning: { port in
                    operations.server.health.markStarted()
                    logger.notice("serving", metadata: ["port": .stringConvertible(port), "public_url": "\(configuration.publicURL)"])
                }, observe: { operations.server.metrics.record($0) }, observeConnections: { operations.server.metrics.record($0) })
            // Load the list before serving, so the first Android phones are not refused.
            await keeper?.refresh()
            let probes = operations.probes(store: MeasuredStore(parts.database, operations.metrics), hsm: hsm, witness: parts.witness)
            try await serving.operation.serve(
                [server], upkeep: probes + (keeper.map { [$0] } ?? []), operations.server,
                updatingMetrics: { operations.updateMetrics(parts.witness, revocationList: keeper) }, timeouts: timeouts,
                at: "\(listener.host), port \(port)")
        }
        logger.notice("stopped")
    }

    /// The time limits with all options.
    var timeouts: Timeouts {
        var timeouts = backend.timeouts
        limits.timeout.apply(to: &timeouts)
        android.apply(to: &timeouts)
        serving.operation.apply(to: &timeouts)
        return timeouts
    }

    private func pinPolicy() throws -> PINRetryPolicy {
        try PINRetryPolicy(rounds: rounds, attemptsPerRound: attemptsPerRound, waits: waits.map { .seconds($0) })
    }

    private func providerConfiguration(
        _ keeper: RevocationListKeeper?, attestation: AttestationSettings?
    ) throws -> ProviderConfiguration {
        let devices = try AcceptedDevices(
            apple: apple.verifier(allowsDevelopment: allowDevelopmentRoots),
            android: android.devices(listedBy: keeper, allowsDevelopment: allowDevelopmentRoots), allowsDevelopment: allowDevelopmentRoots)
        return try ProviderConfiguration(
            publicURL: publicURL ?? "https://localhost:\(port)", devices: devices, pinPolicy: pinPolicy(),
            unusedAccountLifetime: .seconds(backend.unusedAccountSeconds), wrongPINReportThreshold: wrongPINReportThreshold,
            recoveryCodeReader: pid.reader(allowsDevelopment: allowDevelopmentRoots), attestation: attestation)
    }

    /// The checked certificate and key of `--tls-certificate`; nil without the option.
    ///
    /// - Throws: `StartError`, also without a certificate if phones require TLS.
    private func tlsFiles(_ logger: Logger) throws -> TLSIdentity? {
        if let identity = try tls.identity(publicURL: publicURL, logger) { return identity }
        let host = publicURL.flatMap { URLComponents(string: $0)?.host }
        guard plainHTTP || allowDevelopmentRoots || host == nil || ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host) else {
            throw StartError(
                "There is no certificate for \(host ?? ""): give --tls-certificate and --tls-key, or --plain-http behind a proxy on this machine."
            )
        }
        return nil
    }

    private func developmentIdentity() throws -> TLSIdentity {
        try DevelopmentCertificateAuthority(directory: backend.files.certificates, now: Date()).identity
    }
}
