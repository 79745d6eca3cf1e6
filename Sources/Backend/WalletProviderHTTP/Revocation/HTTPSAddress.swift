// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL

/// An `https` address from which something small is fetched now and then. Redirects are not followed.
package struct HTTPSAddress: Sendable {
    private let url: String
    private let trustedRoots: [NIOSSLCertificate]?
    /// How long it may take until the answer begins; the configuration bounds every pause in it.
    private static let patience = TimeAmount.seconds(60)

    /// An address; nil when it is not an absolute `https` one with a host and without a user, query or fragment. It may be printed, and a query
    /// is where keys to an address are put.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - trustedRoots: the only roots, in DER, that the server's certificate may lead to; nil for those of the system. What is no certificate
    ///     makes the address nil.
    package init?(_ url: String, trustedRoots: [[UInt8]]? = nil) {
        guard let components = URLComponents(string: url), components.scheme == "https", components.host?.isEmpty == false,
            components.user == nil, components.password == nil, components.query == nil, components.fragment == nil
        else { return nil }
        self.url = url
        if let trustedRoots {
            guard let certificates = try? trustedRoots.map({ try NIOSSLCertificate(bytes: $0, format: .der) }) else { return nil }
            self.trustedRoots = certificates
        } else {
            self.trustedRoots = nil
        }
    }

    /// What the address answers with now.
    ///
    /// - Throws: `RevocationListError` when it does not answer, not with status 200, or with more than so many bytes.
    func get(maximumSize: Int) async throws(RevocationListError) -> [UInt8] {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trustedRoots { tls.trustRoots = .certificates(trustedRoots) }
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10), read: .seconds(10)),
                decompression: .disabled))
        let result = await Self.get(url, maximumSize, client)
        try? await client.shutdown()
        return try result.get()
    }

    private static func get(_ url: String, _ maximumSize: Int, _ client: HTTPClient) async -> Result<[UInt8], RevocationListError> {
        do {
            // Nothing on the way is to answer with what it once got.
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "cache-control", value: "no-cache")
            request.headers.add(name: "accept", value: "application/json")
            let answer = try await client.execute(request, timeout: patience)
            guard answer.status == .ok else {
                return .failure(RevocationListError("the address answers with status \(answer.status.code)"))
            }
            return .success(Array(try await answer.body.collect(upTo: maximumSize).readableBytesView))
        } catch is NIOTooManyBytesError {
            return .failure(RevocationListError("the address answers with too much"))
        } catch {
            return .failure(RevocationListError("the address does not answer"))
        }
    }
}
