// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import HTTPChannels
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// `wallet-benchmark bare-server`: a Hummingbird server that reads a body and returns a fixed number of bytes. It shows the minimum cost of
/// a request with the same library and connection: no logging, no middleware, TLS 1.3 with the provider's certificate. As in the provider,
/// a connection is served on its own event loop, which changes no threads.
struct BareServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "bare-server", abstract: "The floor's server.", shouldDisplay: false)
    static let path = "/api/v1/instructions/check_pin"

    @Option var tlsCertificate: String
    @Option var tlsKey: String
    @Option var answerBytes: Int

    func run() async throws {
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(tlsCertificate).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: tlsKey, format: .pem)))
        settings.minimumTLSVersion = .tlsv13
        let tls = settings
        let executors = EventLoopExecutors(EventLoopGroupProvider.singleton.eventLoopGroup)
        let router = Router()
        let answer = ByteBuffer(repeating: 0x20, count: answerBytes)
        router.post(RouterPath(Self.path)) { request, _ in
            _ = try await request.body.collect(upTo: 64 * 1024)
            return Response(
                status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
                body: ResponseBody(byteBuffer: answer))
        }
        let application = Application(
            router: router,
            server: .served(.init(idleTimeout: .seconds(30)), on: executors) { try TLSChannel($0, tlsConfiguration: tls) },
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                let line = "serving port=\(channel.localAddress?.port ?? 0)\n"
                FileHandle.standardError.write(Data(line.utf8))
            },
            eventLoopGroupProvider: .shared(executors.group), logger: Logger(label: "bare-server") { _ in SwiftLogNoOpLogHandler() })
        try await application.runService()
    }
}
