// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ProviderProtocol
import ServerKit
import Synchronization
import TestEnvironment

@testable import RevocationPortal

/// A portal with its environment.
struct TestPortal: Sendable {
    static let origin = "https://portal.example"

    /// Starts at noon on 1 January 2026, UTC.
    let clock = TestClock(at: 1_767_268_800_000)
    let log = LogRecorder()
    let wallets = WalletTable()
    let portal: RevocationPortal

    init(
        limits: TryLimits = .standard, limiter: (any TryLimiter)? = nil, key: UInt8 = 1, origin: String? = Self.origin,
        supportPage: String? = "https://support.example/wallet?a=1&b=2", stores: Bool = true, proxies: TrustedProxies = .none,
        skin: PortalSkin = .nlWallet
    ) throws {
        portal = try RevocationPortal(
            configuration: PortalConfiguration(
                skin: skin, origin: origin.map { try PublicOrigin($0) } ?? .asAsked(isSecure: false),
                supportPage: supportPage.map { try ExternalAddress($0) },
                appStore: stores ? ExternalAddress("https://apps.example/wallet") : nil,
                playStore: stores ? ExternalAddress("https://play.example/wallet") : nil, trustedProxies: proxies),
            key: PortalKey([UInt8](repeating: key, count: 32)), limiter: limiter ?? InMemoryTryLimiter(limits), timeouts: .patient,
            clock: { [clock] in clock.now }, randomBytes: { (0..<$0).map { _ in UInt8.random(in: .min ... .max) } }, logger: log.logger,
            revoke: { [wallets, clock] in try wallets.revoke($0, at: clock.now) })
    }

    /// Calls the body with a function that opens browsers.
    func serving(_ body: @escaping @Sendable (_ open: @escaping @Sendable () -> TestBrowser) async throws -> Void) async throws {
        try await Application(router: portal.router(), logger: log.logger).test(.router) { client in
            try await body {
                TestBrowser { method, path, headers, bytes in
                    try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: bytes)) { response in
                        Answer(
                            status: response.status.code, headers: response.headers, body: String(buffer: response.body))
                    }
                }
            }
        }
    }
}

struct Answer: Sendable {
    let status: Int
    var headers: HTTPFields
    let body: String

    mutating func add(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }

    /// The page's name.
    var screen: String? { body.firstMatch(of: /data-screen="([^"]+)"/).map { String($0.output.1) } }

    var token: String? { body.firstMatch(of: /name="token" value="([^"]+)"/).map { String($0.output.1) } }

    /// The rows of the design that the page and its controls implement.
    var rows: Set<String> { Set(body.matches(of: /data-row="([^"]+)"/).map { String($0.output.1) }) }

    /// Returns the target of a row's control.
    func link(_ row: String) -> String? {
        body.matches(of: /<a [^>]*>/).map { String($0.output) }.first { $0.contains("data-row=\"\(row)\"") }
            .flatMap { $0.firstMatch(of: /href="([^"]+)"/).map { String($0.output.1) } }
    }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}
