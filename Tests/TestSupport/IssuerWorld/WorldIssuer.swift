// SPDX-License-Identifier: EUPL-1.2

import Deadlines
package import DigiDSimulator
package import Foundation
package import HSM
package import Logging
import NIOSSL
package import OpenID4VCI
package import PIDIssuer
import ServerKit
import Synchronization

/// The real issuer of PIDs and the real login provider, with one directory for their keys and files. They may be served several times in
/// succession.
package final class WorldIssuer: Sendable {
    package static let url = address("https://issuer.test")
    package static let login = address("https://login.test")

    package let hsm: SoftwareHSM
    /// Certifies the key of `signer`.
    package let roots: DevelopmentIssuerAuthority
    package let signer: DocumentSigner
    private let directory: URL
    private let loginKey: WrappedKey
    private let clock: @Sendable () -> Date
    private let logger: Logger
    /// Delivers a request to the server that it names; nil while they are not served.
    private let delivery = Mutex<Fetch?>(nil)
    private let change = Mutex<Change?>(nil)
    /// The current ports of the servers, by name.
    private let ports = Mutex<[String: Int]>([:])

    /// Creates the keys.
    ///
    /// - Parameter directory: created if it does not exist.
    package init(
        in directory: URL, clock: @escaping @Sendable () -> Date, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        hsm = try SoftwareHSM(keyFile: directory.appending(path: "keys").path, secretFile: directory.appending(path: "secret").path)
        let now = clock()
        roots = try DevelopmentIssuerAuthority(name: "issuers", now: now)
        let key = try await DocumentSigner.makeKey(in: hsm)
        signer = DocumentSigner(
            hsm: hsm, key: key, certificates: [try roots.certify(key.publicKey, as: "signer", for: .tokens, now: now)],
            mdocCertificates: [try roots.certify(key.publicKey, as: "signer", for: .mdocs, now: now)])
        loginKey = try await LoginClient.makeKey(in: hsm)
        (self.directory, self.clock, self.logger) = (directory, clock, logger)
    }

    package static func address(_ text: String) -> HTTPSURL {
        guard let url = HTTPSURL(text) else { preconditionFailure("no address: \(text)") }
        return url
    }

    package static let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }

    // MARK: Servers

    package func store() throws -> IssuerStore {
        try IssuerStore(path: directory.appending(path: "issuer.sqlite").path, timeouts: .patient, clock: clock)
    }

    package func makeIssuer(
        _ store: IssuerStore, for wallets: [AcceptedWallets], keyAttestation: KeyAttestationRequirement? = nil
    ) async throws -> PIDIssuer {
        try await PIDIssuer(
            configuration: IssuerConfiguration(issuer: Self.url, wallets: wallets, batchSize: 4, keyAttestation: keyAttestation),
            store: store, hsm: hsm, signer: signer, register: TestPersons(),
            login: LoginClient(
                provider: Self.login, clientID: "pid-issuer", issuer: Self.url, hsm: hsm, key: loginKey,
                fetch: { [self] request in
                    let response = try await fetch(request)
                    return try change.withLock { $0 }?(request, response) ?? response
                }, random: Self.random),
            clock: clock, random: Self.random, logger: logger)
    }

    package func makeLogin() throws -> DigiDSimulator {
        try DigiDSimulator(
            issuer: Self.login,
            accounts: TestPersons().all.map { .init(citizenServiceNumber: $0.citizenServiceNumber, name: $0.displayName) }
                + [.init(citizenServiceNumber: TestPersons.unknownNumber, name: "Nobody")],
            clients: [
                .init(identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: Self.url).text, key: loginKey.publicKey)
            ], clock: clock, random: Self.random, wait: {}, logger: logger)
    }

    /// Serves both on ports of this process, over TLS, while the body runs.
    package func serve<Value: Sendable>(
        _ wallets: [AcceptedWallets], keyAttestation: KeyAttestationRequirement? = nil,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        // TLS libraries judge certificates by the machine's clock.
        let authority = try DevelopmentCertificateAuthority(directory: directory.appending(path: "tls"), now: Date())
        let client = try PinnedFetch(roots: [authority.rootCertificate], timeout: Timeouts.patient.login) { [self] in resolve($0) }
        let tls = authority.identity.serverConfiguration
        let store = try store()
        let issuer = try await makeIssuer(store, for: wallets, keyAttestation: keyAttestation)
        let login = try makeLogin()
        let (running, started) = AsyncStream<(String, Int)>.makeStream()
        let value: Value = try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                try await PIDIssuerService(issuer: issuer, host: "localhost", port: 0, tls: tls, timeouts: .patient) {
                    started.yield((Self.url.text, $0))
                }.run()
                return nil
            }
            group.addTask {
                try await DigiDSimulatorService(simulator: login, host: "localhost", port: 0, tls: tls, timeouts: .patient) {
                    started.yield((Self.login.text, $0))
                }.run()
                return nil
            }
            group.addTask { [self] in
                var count = 0
                for await (name, port) in running {
                    ports.withLock { $0[name] = port }
                    count += 1
                    if count == 2 { break }
                }
                return try await reached(by: { try await client($0) }, body)
            }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
        try store.close()
        return value
    }

    /// Runs the body with requests delivered by `fetch`.
    package func reached<Value>(by fetch: @escaping Fetch, _ body: () async throws -> Value) async throws -> Value {
        delivery.withLock { $0 = fetch }
        defer { delivery.withLock { $0 = nil } }
        return try await body()
    }

    private func resolve(_ address: String) -> String {
        ports.withLock { $0 }.reduce(address) { address, entry in
            address.hasPrefix(entry.key) ? "https://localhost:\(entry.value)" + address.dropFirst(entry.key.count) : address
        }
    }

    // MARK: Wallets and browsers

    /// A request outside the servers' lifetime, or to an unknown server.
    package struct NotServed: Error {
        package init() {}
    }

    package typealias Change = @Sendable (IssuanceRequest, IssuanceResponse) throws -> IssuanceResponse

    /// Changes the login provider's answers on their way to the issuer; nil changes them no more.
    package func tamper(_ change: Change?) { self.change.withLock { $0 = change } }

    /// Delivers a request to the server that it names.
    package func fetch(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        guard let deliver = delivery.withLock({ $0 }) else { throw NotServed() }
        return try await deliver(request)
    }

    /// Logs in at the address that the wallet opens, with a new browser.
    ///
    /// - Returns: the address that belongs to the app.
    package func browse(_ address: String, as person: String = "999991772") async throws -> String {
        var browser = LoginBrowser { [self] in try await fetch($0) }
        return try await browser.open(address, as: person)
    }
}
