// SPDX-License-Identifier: EUPL-1.2

import COSE
import Deadlines
import DigiDSimulator
import Foundation
import HSM
import JOSE
import JSON
import KillLink
import Logging
import MDoc
import NIOSSL
import OpenID4VCI
import PIDIssuer
import PhoneSimulator
import SDJWT
import ServerKit
import Synchronization
import Testing
import X509

/// The real issuer of PIDs and the real login provider, on TLS ports of this process, with the harness's clock. It records the key to which each
/// credential is bound.
final class IssuerHouse: Sendable {
    static let url = "https://issuer.test"
    static let loginURL = "https://login.test"
    static let clientID = "https://wallet.test/app"
    static let redirectURI = "https://wallet.test/back"
    private static let person = "999994815"

    let roots: DevelopmentIssuerAuthority
    private let tls: DevelopmentCertificateAuthority
    private let store: IssuerStore
    private let issuer: PIDIssuer
    private let login: DigiDSimulator
    private let fetch: Fetch
    private let issued = Mutex<[JWK]>([])

    init(in directory: URL, clock: VirtualClock, walletProviders: Certificate) async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        func path(_ name: String) -> String { directory.appending(path: name).path }
        let hsm = try SoftwareHSM(keyFile: path("keys"), secretFile: path("secret"))
        roots = try DevelopmentIssuerAuthority(name: "issuers", now: clock.now)
        let key = try await DocumentSigner.makeKey(in: hsm)
        let signer = DocumentSigner(
            hsm: hsm, key: key, certificates: [try roots.certify(key.publicKey, as: "signer", for: .tokens, now: clock.now)],
            mdocCertificates: [try roots.certify(key.publicKey, as: "signer", for: .mdocs, now: clock.now)])
        let loginKey = try await LoginClient.makeKey(in: hsm)
        tls = try DevelopmentCertificateAuthority(directory: directory.appending(path: "tls"), now: Date())
        store = try IssuerStore(path: path("issuer.sqlite"), timeouts: .patient, clock: { clock.now })
        let (name, loginName) = (try #require(HTTPSURL(Self.url)), try #require(HTTPSURL(Self.loginURL)))
        let places = Places()
        let client = try PinnedFetch(roots: [tls.rootCertificate], timeout: Timeouts.patient.login) { places.resolve($0) }
        let fetch: Fetch = { try await client($0) }
        var logger = Logger(label: "issuer")
        logger.logLevel = .critical
        let random: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } }
        issuer = try await PIDIssuer(
            configuration: IssuerConfiguration(
                issuer: name,
                wallets: [
                    AcceptedWallets(
                        clientID: Self.clientID, redirectURIs: [Self.redirectURI], issuer: Backend.publicURL,
                        trust: .certificates(roots: [walletProviders]))
                ]),
            store: store, hsm: hsm, signer: signer, register: TestPersons(),
            login: LoginClient(
                provider: loginName, clientID: "pid-issuer", issuer: name, hsm: hsm, key: loginKey, fetch: fetch, random: random),
            clock: { clock.now }, random: random, logger: logger)
        login = try DigiDSimulator(
            issuer: loginName, accounts: [.init(citizenServiceNumber: Self.person, name: "Somebody")],
            clients: [
                .init(identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: name).text, key: loginKey.publicKey)
            ], clock: { clock.now }, random: random, wait: {}, logger: logger)
        self.fetch = fetch
        self.places = places
    }

    private let places: Places

    /// The ports of the servers, by name.
    private final class Places: Sendable {
        let ports = Mutex<[String: Int]>([:])

        func resolve(_ address: String) -> String {
            ports.withLock { ports in
                for (name, port) in ports where address.hasPrefix(name) {
                    return "https://localhost:\(port)" + address.dropFirst(name.count)
                }
                return address
            }
        }
    }

    /// Serves both while the body runs.
    func serve<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (running, started) = AsyncStream<(String, Int)>.makeStream()
        let tls = tls.identity.serverConfiguration
        defer { try? store.close() }
        return try await withThrowingTaskGroup(of: Value?.self) { [issuer, login, places] group in
            group.addTask {
                try await PIDIssuerService(issuer: issuer, host: "localhost", port: 0, tls: tls, timeouts: .patient) {
                    started.yield((Self.url, $0))
                }.run()
                return nil
            }
            group.addTask {
                try await DigiDSimulatorService(simulator: login, host: "localhost", port: 0, tls: tls, timeouts: .patient) {
                    started.yield((Self.loginURL, $0))
                }.run()
                return nil
            }
            group.addTask {
                var count = 0
                for await (name, port) in running {
                    places.ports.withLock { $0[name] = port }
                    count += 1
                    if count == 2 { break }
                }
                return try await body()
            }
            defer { group.cancelAll() }
            while let value = try await group.next() { if let value { return value } }
            throw CancellationError()
        }
    }

    // MARK: Wallets and browsers

    /// Handles a request of a phone; nil for a request to neither server.
    func answer(_ request: IssuanceRequest) async throws -> IssuanceResponse? {
        guard [Self.url, Self.loginURL].contains(request.url.origin) else { return nil }
        let response = try await fetch(request)
        if request.url.path == "/credential", response.status == 200 { try note(response.body) }
        return response
    }

    /// Opens an address as a user's browser, and logs in.
    ///
    /// - Returns: the first address outside the two servers; nil when the way ends on a page.
    func browse(_ address: String) async throws -> String? {
        var browser = LoginBrowser(origins: [Self.url, Self.loginURL], login: Self.loginURL, fetch: fetch)
        return try await browser.open(address, as: Self.person)
    }

    // MARK: Issued credentials

    /// The number of keys to which more than one credential is bound.
    var doubledKeys: Int { issued.withLock { $0.count - Set($0).count } }

    private func note(_ body: [UInt8]) throws {
        guard case .array(let credentials)? = try JSONObject(parsing: body)["credentials"] else { return }
        for case .object(let entry) in credentials {
            guard case .string(let text)? = entry["credential"] else { continue }
            let key: JWK
            if text.contains("~") {
                let payload = try JSONObject(parsing: CompactSDJWT(parsing: text).issuerSigned.payload)
                guard case .object(let confirmation)? = payload["cnf"], case .object(let members)? = confirmation["jwk"] else { continue }
                key = try JWK(members)
            } else {
                key = JWK(try IssuerSigned(decoding: Base64URL.decode(text)).mobileSecurityObject().deviceKey.publicKey)
            }
            issued.withLock { $0.append(key) }
        }
    }
}
