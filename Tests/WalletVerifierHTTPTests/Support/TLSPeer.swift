// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit
import Synchronization
import TestEnvironment
import Testing

@testable import WalletVerifierHTTP

/// Another server with TLS on a port of its own: a party's, or one with a status list.
final class TLSPeer: Sendable {
    /// What it answers.
    struct Answer: Sendable {
        var status = 200
        var type: String?
        var location: String?
        var body: [UInt8] = []
    }

    /// What it was asked.
    struct Received: Sendable {
        let path: String
        let headers: HTTPFields
        let body: [UInt8]

        func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
    }

    /// The root of its certificate, in DER.
    let root: [UInt8]
    private let port = Mutex(0)
    private let next = Mutex(Answer())
    private let requests = Mutex<[Received]>([])
    private let isHolding = Mutex(true)

    private init(root: [UInt8]) { self.root = root }

    /// `https://localhost:port` and a path.
    func address(_ path: String) -> String { "https://localhost:\(port.withLock { $0 })\(path)" }

    /// Every request in its order.
    var received: [Received] { requests.withLock { $0 } }

    /// Sets the answer from now on.
    func set(_ answer: Answer) { next.withLock { $0 = answer } }

    /// Lets the answers of `/held` go, those that wait and all later ones.
    func release() { isHolding.withLock { $0 = false } }

    /// A client that trusts this server.
    var client: OutboundHTTP { get throws { try OutboundHTTP(roots: [root], timeout: .seconds(60)) } }

    /// Serves while the body runs.
    static func with(_ body: @escaping @Sendable (TLSPeer) async throws -> Void) async throws {
        try await TemporaryDirectory.with { directory in
            let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
            let peer = TLSPeer(root: authority.rootCertificate)
            let (ports, continuation) = AsyncStream<Int>.makeStream()
            let service = HTTPService(
                HTTPListener(host: "127.0.0.1", port: 0, tls: authority.identity.serverConfiguration, timeouts: .patient),
                logger: LogRecorder().logger, onRunning: { continuation.yield($0) }
            ) { peer.router() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                let port = try #require(await ports.first { _ in true })
                peer.port.withLock { $0 = port }
                try await body(peer)
                group.cancelAll()
                while let result = await group.nextResult() {
                    if case .failure(let error) = result, !(error is CancellationError) { throw error }
                }
            }
        }
    }

    private func router() -> Router<VerifierContext> {
        let router = Router(context: VerifierContext.self)
        router.post("/held") { request, _ in
            let answer = try await self.answer(to: request)
            try await eventually { !self.isHolding.withLock { $0 } }
            return answer
        }
        for path in ["/here", "/elsewhere"] {
            router.get(RouterPath(path)) { request, _ in try await self.answer(to: request) }
            router.post(RouterPath(path)) { request, _ in try await self.answer(to: request) }
        }
        return router
    }

    private func answer(to request: Request) async throws -> Response {
        let body = try await request.boundedBody(upTo: 1 << 20)
        requests.withLock { $0.append(Received(path: request.uri.path, headers: request.headers, body: body)) }
        let answer = next.withLock { $0 }
        var headers = HTTPFields()
        headers[.contentType] = answer.type
        headers[.location] = answer.location
        return Response(
            status: HTTPResponse.Status(code: answer.status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
}
