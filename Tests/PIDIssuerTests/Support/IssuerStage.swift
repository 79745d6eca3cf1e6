// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import DigiDSimulator
import Foundation
import HSM
import IssuerWorld
import JSON
import Logging
import NIOSSL
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import SDJWT
import ServerKit
import StatusList
import Synchronization
import TestEnvironment
import X509

@testable import PIDIssuer

/// An issuer and a login provider with their own directory. They may be started several times in succession.
final class IssuerStage: Sendable {
    static let issuer = WorldIssuer.url
    static let login = WorldIssuer.login
    static let clientID = "https://wallet.example/app"
    static let redirectURI = "https://wallet.example/back"
    /// The wallets of a different provider.
    static let otherClientID = "https://other-wallet.example/app"

    let directory: TemporaryDirectory
    let clock = Mutex(Date(timeIntervalSince1970: (Date().timeIntervalSince1970 - 3600).rounded()))
    let log = LogRecorder()
    let hsm: SoftwareHSM
    let issuers: DevelopmentIssuerAuthority
    let providers: DevelopmentIssuerAuthority
    let otherProviders: DevelopmentIssuerAuthority
    let signer: DocumentSigner
    let loginKey: WrappedKey
    let tls: DevelopmentCertificateAuthority
    let wallet: TestWalletKeys
    /// The current ports of the servers, by name.
    let ports = Mutex<[String: Int]>([:])
    /// Changes the login provider's answers on their way to the issuer.
    let tamper = Mutex<(@Sendable (IssuanceRequest, IssuanceResponse) throws -> IssuanceResponse)?>(nil)
    /// True if the issuer finds every attestation with a status revoked.
    let isRevoked = Mutex(false)
    /// True if the status of an attestation is unavailable.
    let isStatusUnknown = Mutex(false)

    /// The issuer's requirement on keys.
    let keyAttestation: KeyAttestationRequirement?

    init(keyAttestation: KeyAttestationRequirement? = nil) async throws {
        self.keyAttestation = keyAttestation
        directory = try TemporaryDirectory()
        let start = clock.withLock { $0 }
        hsm = try SoftwareHSM(keyFile: directory.path("keys"), secretFile: directory.path("secret"))
        issuers = try DevelopmentIssuerAuthority(name: "issuers", now: start)
        providers = try DevelopmentIssuerAuthority(name: "wallet providers", now: start)
        otherProviders = try DevelopmentIssuerAuthority(name: "other wallet providers", now: start)
        let key = try await DocumentSigner.makeKey(in: hsm)
        signer = DocumentSigner(
            hsm: hsm, key: key, certificates: [try issuers.certify(key.publicKey, as: "signer", for: .tokens, now: start)],
            mdocCertificates: [try issuers.certify(key.publicKey, as: "signer", for: .mdocs, now: start)])
        loginKey = try await LoginClient.makeKey(in: hsm)
        tls = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        wallet = try TestWalletKeys(authority: providers, now: start)
    }

    var now: Int64 { clock.withLock { Int64($0.timeIntervalSince1970) } }

    func advance(_ seconds: Int) { clock.withLock { $0 += TimeInterval(seconds) } }

    static func url(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("no address: \(text)") }
        return url
    }

    static let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    func store() throws -> IssuerStore {
        try IssuerStore(path: directory.path("issuer.sqlite"), timeouts: .patient, clock: { self.clock.withLock { $0 } })
    }

    func makeIssuer(_ store: IssuerStore, fetch: @escaping Fetch) async throws -> PIDIssuer {
        try await PIDIssuer(
            configuration: IssuerConfiguration(
                issuer: Self.issuer,
                wallets: [
                    AcceptedWallets(
                        clientID: Self.clientID, redirectURIs: [Self.redirectURI], issuer: "https://provider.example",
                        trust: .certificates(roots: [providers.root]),
                        status: { _, _ in
                            if self.isStatusUnknown.withLock({ $0 }) { throw WalletStatusUnknown(reason: "staged") }
                            return self.isRevoked.withLock { $0 } ? .invalid : .valid
                        }),
                    AcceptedWallets(
                        clientID: Self.otherClientID, redirectURIs: [Self.redirectURI], issuer: "https://other-provider.example",
                        trust: .certificates(roots: [otherProviders.root]), status: { _, _ in .valid }),
                ], batchSize: 4, keyAttestation: keyAttestation),
            store: store, hsm: hsm, signer: signer, register: TestPersons(),
            login: LoginClient(
                provider: Self.login, clientID: "pid-issuer", issuer: Self.issuer, hsm: hsm, key: loginKey,
                fetch: { request in
                    let response = try await fetch(request)
                    return try self.tamper.withLock { $0 }?(request, response) ?? response
                }, random: Self.random),
            clock: { self.clock.withLock { $0 } }, random: Self.random, logger: log.logger)
    }

    func makeLogin() throws -> DigiDSimulator {
        try DigiDSimulator(
            issuer: Self.login,
            accounts: TestPersons().all.map { .init(citizenServiceNumber: $0.citizenServiceNumber, name: $0.displayName) }
                + [.init(citizenServiceNumber: TestPersons.unknownNumber, name: "Nobody")],
            clients: [
                .init(
                    identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: Self.issuer).text, key: loginKey.publicKey)
            ], clock: { self.clock.withLock { $0 } }, random: Self.random, wait: {}, logger: log.logger)
    }

    /// Serves both on real ports over TLS during the body.
    func serve(_ body: @escaping @Sendable (_ fetch: @escaping Fetch) async throws -> Void) async throws {
        let client = try PinnedFetch(roots: [tls.rootCertificate], timeout: Timeouts.patient.login) { address in
            self.ports.withLock { $0 }.reduce(address) { address, entry in
                address.hasPrefix(entry.key) ? "https://localhost:\(entry.value)" + address.dropFirst(entry.key.count) : address
            }
        }
        let fetch: Fetch = { try await client($0) }
        let store = try store()
        let issuer = try await makeIssuer(store, fetch: fetch)
        let login = try makeLogin()
        let (running, started) = AsyncStream<(String, Int)>.makeStream()
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await PIDIssuerService(
                        issuer: issuer, host: "localhost", port: 0, tls: self.tls.identity.serverConfiguration, timeouts: .patient
                    ) { started.yield((Self.issuer.text, $0)) }.run()
                }
                group.addTask {
                    try await DigiDSimulatorService(
                        simulator: login, host: "localhost", port: 0, tls: self.tls.identity.serverConfiguration, timeouts: .patient
                    ) { started.yield((Self.login.text, $0)) }.run()
                }
                group.addTask {
                    var count = 0
                    for await (name, port) in running {
                        self.ports.withLock { $0[name] = port }
                        count += 1
                        if count == 2 { break }
                    }
                    try await body(fetch)
                }
                try await group.next()
                group.cancelAll()
            }
        } catch is CancellationError {
        }
        try store.close()
    }
}
