// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HSM
import JOSE
import Logging
import PIDIssuer
import PhoneSimulator
import ServerKit
import ServerState
import ServiceLifecycle
import WalletApp
import WalletConfiguration
import WalletProvider
import WalletProviderHTTP
import WalletProviderSQLite
import WitnessFiles

/// The demo's wallet provider: the production server in this process, on its own TLS port, with the servers' clock.
struct DemoProvider: Service {
    /// The provider's name for wallets, and its port.
    let port: DemoPort
    private let provider: WalletProvider
    /// Revokes wallets, for the operator and the portal.
    let revoker: Revoker
    let store: SQLiteAccountStore
    let hsm: SoftwareHSM
    private let journals: WitnessJournals
    private let authority: DevelopmentCertificateAuthority
    /// Holds the lock beside the account database.
    private let state: StateDirectory
    private let timeouts: Timeouts
    private let logger: Logger

    /// Opens accounts, keys and certificates; creates them at the first start.
    ///
    /// - Parameters:
    ///   - brand: the product that the provider attests.
    ///   - tls: the provider's directory and TLS certificates.
    ///   - devices: the accepted phones.
    ///   - pids: the trusted PID issuers for PIN recovery.
    ///   - timeouts: the server's time limits.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; existing files stay unchanged.
    init(
        in directory: DemoDirectory, brand: Brand, port: DemoPort, tls: DemoProviderTLS, devices: AcceptedDevices,
        pids: PIDRecoveryCode, timeouts: Timeouts, clock: VirtualClock, logger: Logger
    ) async throws {
        self.port = port
        self.timeouts = timeouts
        self.logger = logger
        state = tls.state
        authority = tls.authority
        let files = ProviderFiles(directory: state.path)
        try files.begin()
        let failures = logger.reporting(.error)
        do {
            hsm = try SoftwareHSM(keyFile: files.keys, secretFile: files.secret)
            store = try SQLiteAccountStore(path: files.accounts, timeouts: timeouts, clock: { clock.now })
            files.finish()
            let report = { @Sendable (error: any Error) in
                // When the program stops, work in progress is cancelled, which is not a failure.
                if !Task.isCancelled { failures.error("failure", metadata: ["error": "\(error)"]) }
            }
            let witness = try await Self.witness(
                of: store, beside: files, by: hsm, timeouts: timeouts, clock: clock, report: report)
            journals = witness.journals
            revoker = Revoker(store: witness.store, hsm: hsm, clock: { clock.now }, report: report)
            provider = WalletProvider(
                configuration: try ProviderConfiguration(
                    publicURL: port.name.url, devices: devices, recoveryCodeReader: pids,
                    attestation: await Self.attestation(
                        by: hsm, certifiedBy: directory.walletAuthority(), of: brand.names.product)),
                store: witness.store, hsm: hsm, clock: { clock.now }, randomBytes: randomBytes, report: report)
        } catch {
            throw StartError(
                "The wallet provider's files in \(state.path) cannot be used (\(error)). Nothing was changed; --fresh deletes it and starts again."
            )
        }
    }

    /// The witness of the database; begins a witness if the accounts come from a version without witness.
    private static func witness(
        of store: SQLiteAccountStore, beside files: ProviderFiles, by hsm: SoftwareHSM, timeouts: Timeouts,
        clock: VirtualClock, report: @escaping @Sendable (any Error) -> Void
    ) async throws -> Witness {
        let directory = files.directory + "/witness"
        if !FileManager.default.fileExists(atPath: directory) {
            _ = try await Witness.begin(
                store, in: directory, timeouts: timeouts, hsm: hsm, by: .operator(name: "demo"), clock: { clock.now })
        }
        return try await Witness.open(
            store, in: directory, hsm: hsm, for: .serving, timeouts: timeouts, unusedAccountLifetime: 86_400_000, clock: { clock.now },
            report: report)
    }

    /// Attestations that the demo's issuer accepts: the demo's authority certifies each key of the provider.
    private static func attestation(
        by hsm: SoftwareHSM, certifiedBy authority: DevelopmentIssuerAuthority, of product: String
    ) async throws -> AttestationSettings {
        var certificates: [String: [UInt8]] = [:]
        for key in try await hsm.publicKeys(for: .attestation) {
            certificates[key.keyID] = try authority.certify(key.key, as: "Wallet provider", for: .tokens, now: Date())
        }
        return try AttestationSettings(clientID: DemoIssuer.clientID, walletName: product) { [certificates] keyID in
            certificates[keyID].map { [$0] } ?? []
        }
    }

    /// The provider's entry in the configuration.
    func address() async throws -> ProviderAddress {
        guard let url = WebAddress(base: port.name.url) else { throw StartError("\(port.name.url) is not a provider's address.") }
        return ProviderAddress(
            address: ServiceAddress(url: url, tlsRoots: [authority.rootCertificate]), certificateKeys: try await keys(for: .certificate),
            resultKeys: try await keys(for: .result))
    }

    func run() async throws {
        do {
            try await serve()
        } catch {
            await journals.close()
            try? store.close()
            throw error
        }
        await journals.close()
        try store.close()
    }

    // A separate function, because the optimizer of Swift 6.3.1 crashes on the combined function.
    private func serve() async throws {
        try await port.serve { try await server(on: $0).run() }
    }

    private func server(on port: Int) -> ProviderServer {
        ProviderServer(
            provider: provider, host: "localhost", port: port, identity: authority.identity, timeouts: timeouts, limits: .none,
            logger: logger
        ) { [name = self.port.name] port in
            name.listens(on: port)
        }
    }

    private func keys(for purpose: SigningPurpose) async throws -> [String: JWK] {
        try await provider.publicKeys(for: purpose).reduce(into: [:]) { $0[$1.keyID] = JWK($1.key) }
    }
}

/// Random bytes from the system's cryptographically secure source.
func randomBytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

extension Logger {
    /// Returns the same logger with a different level.
    func reporting(_ level: Logger.Level) -> Logger {
        var logger = self
        logger.logLevel = level
        return logger
    }
}
