// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DigiDSimulator
import Foundation
import HSM
import Logging
import OpenID4VCI
import PIDIssuer
import PhoneSimulator
import PhoneWeb
import SDJWT
import ServerKit
import ServerState
import ServiceLifecycle
import SwiftASN1
import WalletApp
import WalletConfiguration
import WalletProvider
import X509

/// The demo's PID issuer and its login provider: the production issuer and a simulated login provider in this process, each on its own TLS
/// port, with the servers' clock.
struct DemoIssuer: Service {
    /// The issuer's name for wallets, and its port.
    let port: DemoPort
    /// The login provider's name for browsers, and its port.
    let loginPort: DemoPort
    private let issuer: PIDIssuer
    private let login: DigiDSimulator
    private let store: IssuerStore
    private let authority: DevelopmentCertificateAuthority
    private let documentRoot: [UInt8]
    private let timeouts: Timeouts

    /// The `client_id` of the demo's wallet.
    static let clientID = "https://app.wallet.example"

    /// The PIDs of this issuer, for the configuration.
    static let pid = PIDSettings(
        sdJWT: PIDSettings.Kind(configurationID: PIDKind.sdJWT.identifier, type: PIDKind.credentialType),
        mdoc: PIDSettings.Kind(configurationID: PIDKind.mdoc.identifier, type: PIDKind.documentType), timeZone: PIDKind.timeZone)

    /// Opens database, keys and certificates; creates them at the first start.
    ///
    /// - Parameters:
    ///   - brand: the product, with its login provider.
    ///   - provider: the server of the wallets' status lists.
    ///   - timeouts: the time limits of both servers.
    ///   - clock: the servers' clock.
    /// - Throws: `StartError`; existing files stay unchanged.
    init(
        in directory: DemoDirectory, brand: Brand, port: DemoPort, loginPort: DemoPort, provider: DemoProviderTLS, timeouts: Timeouts,
        clock: VirtualClock, logger: Logger
    ) async throws {
        self.timeouts = timeouts
        self.port = port
        self.loginPort = loginPort
        let files = IssuerFiles(directory: try directory.issuerDirectory())
        guard let name = HTTPSURL(port.name.url), let loginName = HTTPSURL(loginPort.name.url) else {
            throw StartError("The issuer has no name.")
        }
        let now = { @Sendable in clock.now }
        let failures = logger.reporting(.error)
        do {
            let hsm = try SoftwareHSM(keyFile: files.keys, secretFile: files.secret)
            let keys = try await files.open(hsm, now: Date())
            documentRoot = keys.root
            authority = try DevelopmentCertificateAuthority(directory: files.certificates, now: Date())
            store = try IssuerStore(path: files.database, timeouts: timeouts, clock: now)
            let fetch = try PinnedFetch(roots: [authority.rootCertificate], timeout: timeouts.login) {
                loginPort.name.resolve($0) ?? $0
            }
            let trust = IssuerTrust.certificates(roots: [try directory.walletAuthority().root])
            let fetchStatus = try PinnedFetch(roots: [provider.root], timeout: timeouts.walletStatus) {
                provider.name.resolve($0) ?? $0
            }
            let statuses = WalletStatuses(trust: trust) { try await fetchStatus.followingRedirects($0) }
            issuer = try await PIDIssuer(
                configuration: IssuerConfiguration(
                    issuer: name,
                    wallets: [
                        AcceptedWallets(
                            clientID: Self.clientID, redirectURIs: Set(DemoDocuments.issuanceRedirects), issuer: provider.name.url,
                            trust: trust, status: { try await statuses.status(of: $0, now: $1) })
                    ], emblem: Self.emblem(for: brand)),
                store: store, hsm: hsm, signer: keys.signer, register: TestPersons(),
                login: LoginClient(
                    provider: loginName, clientID: "pid-issuer", issuer: name, hsm: hsm, key: keys.loginKey,
                    fetch: { try await fetch($0) }, random: randomBytes),
                clock: now, random: randomBytes, logger: failures)
            login = try DigiDSimulator(
                issuer: loginName,
                accounts: TestPersons().all.map { .init(citizenServiceNumber: $0.citizenServiceNumber, name: $0.displayName) }
                    + [.init(citizenServiceNumber: TestPersons.unknownNumber, name: "Onbekend / Unknown")],
                clients: [
                    .init(identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: name).text, key: keys.loginKey.publicKey)
                ], clock: now, random: randomBytes,
                skin: LoginSkin(
                    provider: brand.login.name, app: brand.names.product,
                    languages: brand.languages.reversed().map(\.rawValue), colors: brand.look.tokens,
                    drawings: brand.look.drawings), logger: failures)
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError(
                "The issuer's files in \(files.directory) cannot be used (\(error)). Nothing was changed; --fresh deletes it and starts again."
            )
        }
    }

    /// The emblem of the issuer that the brand's users know: the drawing `pictures/issuer.svg` of the brand, or the issuer's own.
    static func emblem(for brand: Brand) -> PIDEmblem {
        guard let file = brand.look.drawings?.appending(path: "pictures/issuer.svg"),
            let drawing = try? String(contentsOf: file, encoding: .utf8)
        else { return .crown }
        return PIDEmblem(drawing: drawing)
    }

    /// Revokes all credentials of the person to whom a PID was issued last.
    ///
    /// - Returns: false if no PID has been issued.
    /// - Throws: `IssuerStoreError`; nothing has then been revoked.
    func revokeNewestPID() async throws -> Bool {
        guard let mark = try await store.newestPersonMark() else { return false }
        return try await store.revoke(.person(mark)) != nil
    }

    /// The issuer's entry in the configuration.
    func address() throws -> PIDIssuerAddress {
        guard let url = WebAddress(base: port.name.url) else { throw StartError("\(port.name.url) is not an issuer's address.") }
        return PIDIssuerAddress(
            address: ServiceAddress(url: url, tlsRoots: [authority.rootCertificate]), documentRoots: [documentRoot],
            clientID: Self.clientID)
    }

    /// The reader of recovery codes in this issuer's PIDs, for the demo's provider.
    func recoveryCodes() throws -> PIDRecoveryCode {
        try PIDRecoveryCode(roots: [Certificate(derEncoded: documentRoot)], types: [PIDKind.credentialType])
    }

    func run() async throws {
        do {
            // If one of the servers fails, the group ends the other.
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { try await serveIssuer() }
                group.addTask { try await serveLogin() }
            }
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
    }

    private func serveIssuer() async throws {
        try await port.serve { number in
            try await PIDIssuerService(
                issuer: issuer, host: "localhost", port: number, tls: authority.identity.serverConfiguration, timeouts: timeouts
            ) { [name = port.name] in name.listens(on: $0) }.run()
        }
    }

    private func serveLogin() async throws {
        try await loginPort.serve { number in
            try await DigiDSimulatorService(
                simulator: login, host: "localhost", port: number, tls: authority.identity.serverConfiguration, timeouts: timeouts
            ) { [name = loginPort.name] in name.listens(on: $0) }.run()
        }
    }
}
