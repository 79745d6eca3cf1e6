// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Deadlines
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ServerKit

/// An `https` address from which a small document is fetched from time to time. Redirects are not followed.
package struct HTTPSAddress: Sendable {
    private let url: String
    private let trustedRoots: [NIOSSLCertificate]?

    /// Creates an address; nil unless it is an absolute `https` address with a host and without user, query and fragment. The address may
    /// be printed, and queries often contain access keys.
    ///
    /// - Parameters:
    ///   - url: the address.
    ///   - trustedRoots: the only trusted roots of the server's certificate, in DER; nil for the system's roots. An invalid certificate
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

    /// Fetches the current content of the address, as a part of the current trace.
    ///
    /// - Throws: `RevocationListError` if the server does not answer with status 200, the answer exceeds `maximumSize` bytes, or it is not
    ///   complete within `Timeouts.revocationList`.
    func get(maximumSize: Int, within timeouts: Timeouts) async throws -> [UInt8] {
        var tls = TLSConfiguration.makeClientConfiguration()
        if let trustedRoots { tls.trustRoots = .certificates(trustedRoots) }
        tls.certificateVerification = .fullVerification
        tls.minimumTLSVersion = .tlsv12
        let pause = TimeAmount(timeouts.revocationListPause)
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton,
            configuration: HTTPClient.Configuration(
                tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: pause, read: pause),
                decompression: .disabled))
        let result = await withTaskGroup(of: Result<[UInt8], RevocationListError>.self) { [url] group in
            group.addTask { await Self.get(url, maximumSize, within: TimeAmount(timeouts.revocationList), client) }
            // The client's own limits cover the head of the answer and pauses in the body. A server that sends a few bytes at a time could
            // hold the fetch open forever.
            group.addTask {
                let isOver = (try? await timeouts.clock.sleep(for: timeouts.revocationList)) != nil
                return .failure(RevocationListError(isOver ? "the answer is not complete in time" : "the fetch was cancelled"))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(RevocationListError("the address does not answer"))
        }
        try? await client.shutdown()
        return try result.get()
    }

    private static func get(
        _ url: String, _ maximumSize: Int, within time: TimeAmount, _ client: HTTPClient
    ) async -> Result<[UInt8], RevocationListError> {
        do {
            // Caches on the way must not answer with an old version.
            var request = HTTPClientRequest(url: url)
            request.headers.add(name: "cache-control", value: "no-cache")
            request.headers.add(name: "accept", value: "application/json")
            if let trace = TraceContext.current { request.headers.add(name: TraceContext.headerName, value: trace.header) }
            let answer = try await client.execute(request, timeout: time)
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
