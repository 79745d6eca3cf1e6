// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOSSL
import ServerKit
import Testing

@testable import WalletProviderHTTP

/// A TLS server with one answer at `/status`.
enum ListServer {
    /// - Parameter rest: the pieces of the answer's body, in place of a text.
    static func serving(
        _ authority: DevelopmentCertificateAuthority, _ answer: @escaping @Sendable () -> (status: HTTPResponse.Status, body: String),
        hear: @escaping @Sendable (HTTPFields) -> Void = { _ in }, rest: AsyncStream<ByteBuffer>? = nil,
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let router = Router()
        router.get("status") { request, _ in
            hear(request.headers)
            let (status, text) = answer()
            return Response(
                status: status, headers: status == .found ? [.location: "/status"] : [:],
                body: rest.map { ResponseBody(asyncSequence: $0) } ?? ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, server: try .tls(tlsConfiguration: authority.identity.serverConfiguration),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(port)
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }
}
