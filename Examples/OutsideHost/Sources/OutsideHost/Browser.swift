// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// The phone's browser, and the person who logs in at the login provider's page.
public struct Browser: Sendable {
    /// The person who logs in, by the number in the login provider's form.
    private static let person = "999991772"
    /// The certificate of the issuer's and the login provider's authority, in PEM.
    private let root: String

    public init(trusting root: String) {
        self.root = root
    }

    /// The login did not return to the app.
    public struct LoginFailed: Error {}

    /// Follows redirects from an address, and fills in the login provider's form.
    ///
    /// - Returns: the first address that is not on this computer: a universal link of the app.
    public func logIn(at address: String) async throws -> String {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(root))
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: .init(
                tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(60))))
        do {
            let link = try await follow(address, client)
            try await client.shutdown()
            return link
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func follow(_ address: String, _ client: HTTPClient) async throws -> String {
        var (next, form) = (address, String?.none)
        var cookies: [Int: String] = [:]
        for _ in 0..<12 {
            guard let url = URL(string: next), url.host() == "localhost", let port = url.port else { return next }
            var request = HTTPClientRequest(url: next)
            if let cookie = cookies[port] { request.headers.add(name: "cookie", value: cookie) }
            if let form {
                request.method = .POST
                request.headers.add(name: "content-type", value: "application/x-www-form-urlencoded")
                request.body = .bytes(Array(form.utf8))
            }
            let answer = try await client.execute(request, timeout: .seconds(60))
            if let cookie = answer.headers["set-cookie"].first { cookies[port] = String(cookie.prefix { $0 != ";" }) }
            if let location = answer.headers["location"].first {
                (next, form) = (location, nil)
            } else {
                let page = String(buffer: try await answer.body.collect(upTo: 1 << 20))
                guard let login = page.firstMatch(of: /name="login" value="([^"]+)"/)?.output.1 else { throw LoginFailed() }
                (next, form) = ("https://localhost:\(port)/login", "login=\(login)&outcome=success&person=\(Self.person)")
            }
        }
        throw LoginFailed()
    }
}
