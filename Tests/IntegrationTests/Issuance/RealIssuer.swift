// SPDX-License-Identifier: EUPL-1.2

import DigiDSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import IssuerWorld
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
import X509

@testable import PIDIssuer

/// The real issuer of PIDs and its login provider, in this process, without a network.
final class RealIssuer: Sendable {
    static let settings = PIDSettings(
        sdJWT: PIDSettings.Kind(configurationID: PIDKind.sdJWT.identifier, type: PIDKind.credentialType),
        mdoc: PIDSettings.Kind(configurationID: PIDKind.mdoc.identifier, type: "eu.europa.ec.eudi.pid.1"), batchSize: 3,
        timeZone: PIDKind.timeZone)

    /// The root of the credentials, in DER.
    let root: [UInt8]
    /// Returns the wallet provider's status list; nil while none is requested.
    let statusList = Mutex<(@Sendable () async throws -> [UInt8])?>(nil)
    private let world: WorldIssuer
    private let store: IssuerStore
    private let trust: IssuerTrust
    private let keyAttestation: KeyAttestationRequirement?

    init(
        in directory: URL, clock: VirtualClock, providerRoot: [UInt8], keyAttestation: KeyAttestationRequirement? = nil
    ) async throws {
        world = try await WorldIssuer(in: directory.appending(path: "issuer"), clock: { clock.now })
        store = try world.store()
        root = try world.roots.rootCertificate()
        trust = .certificates(roots: [try Certificate(derEncoded: providerRoot)])
        self.keyAttestation = keyAttestation
    }

    /// Serves both while the body runs.
    func serve(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let statuses = WalletStatuses(trust: trust) { [self] _ in
            guard let list = statusList.withLock({ $0 }) else { throw WorldIssuer.NotServed() }
            return IssuanceResponse(
                status: 200, headers: HeaderFields([.init("Content-Type", StatusListToken.mediaType)]), body: try await list())
        }
        let wallets = AcceptedWallets(
            clientID: TestIssuer.clientID, redirectURIs: [TestIssuer.redirectURI], issuer: Fixture.publicURL, trust: trust,
            status: { try await statuses.status(of: $0, now: $1) })
        let issuer = try await world.makeIssuer(store, for: [wallets], keyAttestation: keyAttestation)
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(router: IssuerRoutes(issuer: issuer).router(), logger: silent)
        let login = Application(router: try world.makeLogin().router(), logger: silent)
        try await application.test(.router) { issuerClient in
            try await login.test(.router) { loginClient in
                let clients = [WorldIssuer.url.origin: issuerClient, WorldIssuer.login.origin: loginClient]
                try await self.world.reached(
                    by: { request in
                        guard let client = clients[request.url.origin] else { throw WorldIssuer.NotServed() }
                        return try await Self.deliver(request, to: client)
                    }, body)
            }
        }
    }

    /// Revokes the credentials of the person.
    func revoke() async throws {
        _ = try await store.revoke(.person(PersonMarks(hsm: world.hsm).statusMark(of: "999991772")))
    }

    // MARK: Requests

    private static func deliver(_ request: IssuanceRequest, to client: any TestClientProtocol) async throws -> IssuanceResponse {
        var headers = HTTPFields()
        for field in request.headers.fields {
            if let name = HTTPField.Name(field.name) { headers.append(HTTPField(name: name, value: field.value)) }
        }
        return try await client.execute(
            uri: String(request.url.text.dropFirst(request.url.origin.count)), method: request.method == .get ? .get : .post,
            headers: headers, body: ByteBuffer(bytes: request.body)
        ) { response in
            IssuanceResponse(
                status: response.status.code,
                headers: HeaderFields(response.headers.map { HeaderFields.Field($0.name.rawName, $0.value) }),
                body: Array(response.body.readableBytesView))
        }
    }

    /// Sends a request of the wallet.
    func send(_ request: NetworkRequest) async throws(NetworkError) -> NetworkResponse {
        try await request.delivered { try await self.world.fetch($0) }
    }

    /// Logs in at the address that the wallet opens. Returns the address that belongs to the app.
    func browse(_ address: String) async throws -> String { try await world.browse(address) }
}

extension NetworkRequest {
    /// Delivers a wallet's request to an issuer. Any error loses it.
    func delivered(by fetch: Fetch) async throws(NetworkError) -> NetworkResponse {
        guard let address = HTTPSURL(url) else { throw .lost }
        let response: IssuanceResponse
        do {
            response = try await fetch(
                IssuanceRequest(
                    method: method == .get ? .get : .post, url: address,
                    headers: HeaderFields(headers.map { HeaderFields.Field($0.name, $0.value) }), body: body))
        } catch {
            throw .lost
        }
        return NetworkResponse(
            status: response.status, mediaType: response.mediaType, body: response.body,
            headers: response.headers.fields.map { NetworkHeaderField($0.name, $0.value) })
    }
}
