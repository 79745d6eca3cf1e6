// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import MDoc
import NIOCore
import OAuthMessages
import OpenID4VP
import ServerKit
import StatusList
import TestEnvironment
import Testing
import VerifierWorld
import WalletVerifier
import WalletVerifierSQLite

@testable import WalletVerifierHTTP

/// A verifier's routes over a SQLite store, with two parties, at the time of `VerifierWorld`.
struct HTTPWorld: Sendable {
    let client: any TestClientProtocol
    let desk: VerifierDesk
    let log: LogRecorder
    let clock: TestClock
    let registry: PrometheusRegistry

    static let key = "Bearer key of shop"
    static let otherKey = "Bearer key of other"
    static let form = "application/x-www-form-urlencoded"

    /// Runs a test with a world of its own.
    static func with(
        limits: VerifierLimits = .none, webhook: PartyWebhook? = nil, otherWebhook: PartyWebhook? = nil,
        _ body: @escaping @Sendable (HTTPWorld) async throws -> Void
    ) async throws {
        try await TemporaryDirectory.with { directory in
            let store = try SQLiteSessionStore(path: directory.path("sessions.sqlite"), lock: .seconds(60))
            let (log, clock, registry) = (LogRecorder(), TestClock(at: VerifierWorld.now * 1000), PrometheusRegistry(help: [:]))
            let settings = VerifierSettings(
                base: try #require(HTTPSURL("https://shop.example")), linkBase: "openid4vp://",
                sdJWTRoots: [VerifierWorld.issuerRoot.certificate], mdocRoots: [], mdocProfile: .iso18013)
            let desk = VerifierDesk(
                settings: settings, parties: [try party("shop", webhook), try party("other", otherWebhook)], store: store,
                secret: [UInt8](repeating: 7, count: 32), status: { _, _ in .valid }, clock: { clock.now }, random: VerifierWorld.random)
            let steady = ContinuousClock.now
            let routes = try VerifierRoutes(
                desk: desk, limiter: VerifierLimiter(limits, clock: { steady }), timeouts: .patient, metrics: VerifierMetrics(registry),
                clock: { clock.now }, logger: log.logger)
            try await Application(router: routes.router(), logger: log.logger).test(.router) { client in
                try await body(HTTPWorld(client: client, desk: desk, log: log, clock: clock, registry: registry))
            }
            try store.close()
        }
    }

    private static func party(_ name: String, _ webhook: PartyWebhook? = nil) throws -> Party {
        let verifier = VerifierWorld.verifier
        let use = PartyUse(
            name: "both", sessionTypes: [.sameDevice, .crossDevice], returnURLs: [try #require(HTTPSURL("https://shop.example/back"))],
            acceptsUnknownStatus: false)
        return Party(
            name: name, apiKeyHash: Array(SHA256.hash(data: Array("key of \(name)".utf8))),
            clientID: try ClientIdentifier(verifier.clientID), certificates: verifier.signer.chain, key: verifier.signer.key,
            registration: nil, uses: [use], webhook: webhook)
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method, _ path: String, key: String? = nil, type: String? = nil, cookie: String? = nil,
        language: String? = nil, body: [UInt8] = []
    ) async throws -> HTTPAnswer {
        var headers = HTTPFields()
        headers[.authorization] = key
        headers[.contentType] = type
        headers[.cookie] = cookie
        headers[.acceptLanguage] = language
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body)) { response in
            HTTPAnswer(status: response.status.code, headers: response.headers, body: Array(response.body.readableBytesView))
        }
    }

    /// Sends a JSON body with the shop's key.
    func post(_ path: String, _ json: JSONObject = [:], key: String? = HTTPWorld.key) async throws -> HTTPAnswer {
        try await send(.post, path, key: key, type: "application/json", body: json.encode())
    }

    static let query: JSONValue = [
        "credentials": [
            [
                "id": "pid", "format": "dc+sd-jwt", "meta": ["vct_values": ["urn:eudi:pid:nl:1"]],
                "claims": [["path": ["family_name"]], ["path": ["address", "locality"]]],
            ]
        ]
    ]
}

struct HTTPAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var json: JSONObject { (try? JSONObject(parsing: body)) ?? [:] }
    /// The code of a refusal.
    var code: String? { json.string("error") }
    /// The name and the value of the cookie that was set.
    var cookie: String? { headers[.setCookie].map { String($0.prefix { $0 != ";" }) } }
    /// The page's name.
    var screen: String? { text.firstMatch(of: /data-screen="([^"]+)"/).map { String($0.output.1) } }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}

extension JSONObject {
    /// A text; nil for none.
    func string(_ name: String) -> String? {
        guard case .string(let text)? = self[name] else { return nil }
        return text
    }
}
