// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import DigiDSimulator
import Foundation
import HSM
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import Logging
import NIOCore
import OpenID4VCI
import PhoneSimulator
import PlatformSupport
import SDJWT
import StatusList
import SwiftASN1
import Synchronization
import WalletConfiguration
import WalletCore
import WalletInterface
import X509

@testable import DigiDSimulator
@testable import PIDIssuer

/// The real issuer of PIDs and its login provider, in this process, without a network.
final class RealIssuer: Sendable {
    static let login = "https://login.test"
    static let settings = PIDSettings(
        sdJWT: PIDSettings.Kind(configurationID: PIDKind.sdJWT.identifier, type: PIDKind.credentialType),
        mdoc: PIDSettings.Kind(configurationID: PIDKind.mdoc.identifier, type: "eu.europa.ec.eudi.pid.1"), batchSize: 3,
        timeZone: PIDKind.timeZone)
    /// The person who logs in.
    static let person = "999991772"
    static let otherPerson = "999993653"

    /// The root of the credentials, in DER.
    let root: [UInt8]
    /// Returns the wallet provider's status list; nil while none is requested.
    let statusList = Mutex<(@Sendable () async throws -> [UInt8])?>(nil)
    private let issuer = Mutex<PIDIssuer?>(nil)
    private let simulator: DigiDSimulator
    private let clients = Mutex<[String: any TestClientProtocol]>([:])

    struct Stuck: Error {
        let status: Int
    }

    init(
        in directory: URL, clock: VirtualClock, providerRoot: [UInt8], keyAttestation: KeyAttestationRequirement? = nil
    ) async throws {
        let now = clock.now
        let (name, loginName) = (TestIssuer.address(""), try Self.url(Self.login))
        let hsm = try SoftwareHSM(keyFile: directory.path + "/issuer.keys", secretFile: directory.path + "/issuer.secret")
        let authority = try DevelopmentIssuerAuthority(name: "PID root", now: now)
        root = try authority.rootCertificate()
        let key = try await DocumentSigner.makeKey(in: hsm)
        let loginKey = try await LoginClient.makeKey(in: hsm)
        simulator = try DigiDSimulator(
            issuer: loginName,
            accounts: TestPersons().all.map { .init(citizenServiceNumber: $0.citizenServiceNumber, name: $0.displayName) },
            clients: [.init(identifier: "pid-issuer", redirectURI: LoginClient.redirectURI(of: name).text, key: loginKey.publicKey)],
            clock: { clock.now }, random: systemRandomBytes, wait: {}, logger: Self.silent)
        let trust = IssuerTrust.certificates(roots: [try Certificate(derEncoded: providerRoot)])
        let statuses = WalletStatuses(trust: trust) { [weak self] _ in
            guard let list = self?.statusList.withLock({ $0 }) else { throw Stuck(status: 404) }
            return IssuanceResponse(
                status: 200, headers: HeaderFields([.init("Content-Type", StatusListToken.mediaType)]), body: try await list())
        }
        let made = try await PIDIssuer(
            configuration: IssuerConfiguration(
                issuer: name,
                wallets: [
                    AcceptedWallets(
                        clientID: TestIssuer.clientID, redirectURIs: [TestIssuer.redirectURI], issuer: Fixture.publicURL, trust: trust,
                        status: { try await statuses.status(of: $0, now: $1) })
                ], batchSize: 4, keyAttestation: keyAttestation),
            store: try IssuerStore(path: directory.path + "/issuer.sqlite", timeouts: .patient, clock: { clock.now }), hsm: hsm,
            signer: DocumentSigner(
                hsm: hsm, key: key, certificates: [try authority.certify(key.publicKey, as: "PID Provider", for: .tokens, now: now)],
                mdocCertificates: [try authority.certify(key.publicKey, as: "PID Provider", for: .mdocs, now: now)]),
            register: TestPersons(),
            login: LoginClient(
                provider: loginName, clientID: "pid-issuer", issuer: name, hsm: hsm, key: loginKey,
                fetch: { [weak self] request in
                    guard let self else { throw Stuck(status: 404) }
                    return try await self.deliver(request)
                }, random: systemRandomBytes),
            clock: { clock.now }, random: systemRandomBytes, logger: Self.silent)
        issuer.withLock { $0 = made }
    }

    private static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }

    private static func url(_ text: String) throws -> HTTPSURL {
        guard let url = HTTPSURL(text) else { throw Stuck(status: 0) }
        return url
    }

    /// Serves both while the body runs.
    func serve(_ body: @escaping @Sendable () async throws -> Void) async throws {
        guard let issuer = issuer.withLock({ $0 }) else { throw Stuck(status: 0) }
        let application = Application(router: IssuerRoutes(issuer: issuer).router(), logger: Self.silent)
        let login = Application(router: SimulatorRoutes(simulator: simulator).router(), logger: Self.silent)
        try await application.test(.router) { issuerClient in
            try await login.test(.router) { loginClient in
                self.clients.withLock { $0 = [TestIssuer.url: issuerClient, Self.login: loginClient] }
                try await body()
                self.clients.withLock { $0 = [:] }
            }
        }
    }

    /// Revokes the credentials of a person.
    func revoke(_ person: String = RealIssuer.person) async throws {
        guard let issuer = issuer.withLock({ $0 }) else { throw Stuck(status: 0) }
        _ = try await issuer.store.revoke(.person(issuer.marks.statusMark(of: person)))
    }

    // MARK: Requests

    /// Delivers a request to the server that it names.
    func deliver(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let origin = request.url.origin
        guard let client = clients.withLock({ $0[origin] }) else { throw Stuck(status: 404) }
        var headers = HTTPFields()
        for field in request.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        return try await client.execute(
            uri: String(request.url.text.dropFirst(origin.count)), method: request.method == .get ? .get : .post, headers: headers,
            body: ByteBuffer(bytes: request.body)
        ) { response in
            IssuanceResponse(
                status: response.status.code,
                headers: HeaderFields(response.headers.map { HeaderFields.Field($0.name.rawName, $0.value) }),
                body: Array(response.body.readableBytesView))
        }
    }

    /// Sends a request of the wallet.
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        let response: IssuanceResponse
        do {
            response = try await deliver(
                IssuanceRequest(
                    method: request.method == .get ? .get : .post, url: Self.url(request.url),
                    headers: HeaderFields(request.headers.map { HeaderFields.Field($0.name, $0.value) }), body: request.body))
        } catch {
            throw .lost
        }
        let fields = response.headers.fields.map { NetworkHeaderField($0.name, $0.value) }
        let type = fields.first { $0.name.lowercased() == "content-type" }?.value.prefix { $0 != ";" } ?? ""
        return NetworkResponse(status: response.status, mediaType: String(type), body: response.body, headers: fields)
    }

    // MARK: The browser

    /// Logs in at the address that the wallet opens.
    ///
    /// - Returns: the address that belongs to the app.
    func browse(_ address: String, as person: String = RealIssuer.person, outcome: String = "success") async throws -> String {
        var cookies: [String: String] = [:]
        var request = IssuanceRequest(method: .get, url: try Self.url(address))
        for _ in 0..<12 {
            if let cookie = cookies[request.url.origin] { request.headers.append("Cookie", cookie) }
            let response = try await deliver(request)
            for cookie in response.headers.values("Set-Cookie") { cookies[request.url.origin] = String(cookie.prefix { $0 != ";" }) }
            if response.status == 303, let next = response.headers.values("Location").first {
                guard let url = HTTPSURL(next), [TestIssuer.url, Self.login].contains(url.origin) else { return next }
                request = IssuanceRequest(method: .get, url: url)
            } else {
                let page = String(decoding: response.body, as: UTF8.self)
                guard let login = page.firstMatch(of: /name="login" value="([^"]+)"/)?.output.1 else {
                    throw Stuck(status: response.status)
                }
                let form = FormParameters([("login", String(login)), ("outcome", outcome), ("person", person)])
                request = IssuanceRequest(
                    method: .post, url: try Self.url(Self.login + "/login"),
                    headers: HeaderFields([.init("Content-Type", FormParameters.mediaType)]), body: Array(form.encoded.utf8))
            }
        }
        throw Stuck(status: 508)
    }
}
