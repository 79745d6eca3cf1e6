// SPDX-License-Identifier: EUPL-1.2

public import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The HTTPS server with which WalletPlatformTesting tries the promises of a phone's network; `SuiteServer` lists its paths.
public struct ConformanceServer: Sendable {
    /// Its address without a path.
    public let address: String
    /// The address at which its certificate is for another name.
    public let addressOfAnotherName: String
    /// The root of its certificates, in DER.
    public let root: [UInt8]
    /// A root with the same name and another key, in DER.
    public let unrelatedRoot: [UInt8]

    private typealias Connection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

    /// Runs a server while a body runs, with keys of its own.
    ///
    /// - Parameters:
    ///   - host: the IPv4 address on which it listens and which its certificate names.
    ///   - now: the certificates are valid from one day before to 90 days after this time.
    /// - Throws: the error of X509 or SwiftNIO when the server cannot be started; the body's error.
    public static func run<Value>(
        on host: String = "127.0.0.1", at now: Date, _ body: (ConformanceServer) async throws -> Value
    ) async throws -> Value {
        let authority = try ConformanceAuthority(at: now)
        let listener = try await listen(on: host, authority.identity(for: host))
        let another = try await listen(on: host, authority.identity(for: "another.example"))
        let server = ConformanceServer(
            address: try address(of: listener, host), addressOfAnotherName: try address(of: another, host),
            root: try authority.root(), unrelatedRoot: try ConformanceAuthority(at: now).root())
        return try await withThrowingTaskGroup(of: Void.self) { group in
            let responder = ConformanceResponder()
            for channel in [listener, another] { group.addTask { try await serve(channel, responder) } }
            defer { group.cancelAll() }
            return try await body(server)
        }
    }

    private static func listen(on host: String, _ tls: TLSConfiguration) async throws -> NIOAsyncChannel<Connection, Never> {
        let context = try NIOSSLContext(configuration: tls)
        return try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup).bind(host: host, port: 0) { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(NIOSSLServerHandler(context: context))
                try pipeline.configureHTTPServerPipeline()
                return try Connection(wrappingChannelSynchronously: channel)
            }
        }
    }

    private static func address(of listener: NIOAsyncChannel<Connection, Never>, _ host: String) throws -> String {
        guard let port = listener.channel.localAddress?.port else { throw ChannelError.unknownLocalAddress }
        return "https://\(host):\(port)"
    }

    private static func serve(_ listener: NIOAsyncChannel<Connection, Never>, _ responder: ConformanceResponder) async throws {
        try await listener.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    // A client that ends a connection, or refuses its certificate, ends that connection only.
                    group.addTask { try? await responder.serve(connection) }
                }
            }
        }
    }
}
