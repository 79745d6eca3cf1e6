// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServerKit
import TestEnvironment
import Testing

/// Clients that send but never read, over real sockets, against the server frame shared by all servers (F-S10).
///
/// One after the other: the 256 clients of one test load the machine, and the other has a limit of two seconds of real time.
@Suite(.serialized, .timeLimit(.minutes(20)))
struct SilentReaderTests {
    private let log = LogRecorder()

    private func serving(
        _ timeouts: Timeouts = .patient, observe: @escaping @Sendable (ConnectionEvent) -> Void = { _ in },
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let listener = HTTPListener(host: "127.0.0.1", port: 0, tls: nil, timeouts: timeouts)
        let service = HTTPService<ServiceContext>(listener, logger: log.logger, observe: observe, onRunning: { continuation.yield($0) }) {
            let router = Router(context: ServiceContext.self)
            router.get("/small") { _, _ in "small" }
            router.get("/large") { _, _ in
                Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x61, count: 64 << 20)))
            }
            return router
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            try await body(try #require(await ports.first { _ in true }))
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
        }
    }

    /// Opens a connection that reads nothing.
    private func silentClient(_ port: Int, from address: String) async throws -> any Channel {
        try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: false)
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: port)).get()
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }

    /// Returns the status of the answer to a client that reads.
    private func ask(_ port: Int, from address: String) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: Self.get("/small")))
            var answer = ""
            for try await buffer in inbound {
                answer += String(buffer: buffer)
                if answer.hasSuffix("small") { break }
            }
            return String(answer.prefix(15))
        }
    }

    @Test func `256 clients that pipeline without reading lose their connections, and a normal client is always served`()
        async throws
    {
        try await serving { port in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...256 {
                    group.addTask {
                        let client = try await silentClient(port, from: "127.0.0.1")
                        let requests = ByteBuffer(string: String(repeating: Self.get("/small"), count: 400))
                        // Ends when the server closes the connection: a write then fails.
                        while (try? await client.writeAndFlush(requests)) != nil {}
                    }
                }
                for _ in 1...20 { #expect(try await ask(port, from: "127.0.0.2") == "HTTP/1.1 200 OK") }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a client that does not read a large answer loses its connection at the answer's deadline`() async throws {
        let (events, continuation) = AsyncStream<ConnectionEvent>.makeStream()
        var timeouts = Timeouts.patient
        // A hundred times what the client that reads needs for its answer.
        timeouts.unreadAnswer = .seconds(2)
        try await serving(timeouts, observe: { continuation.yield($0) }) { port in
            let client = try await silentClient(port, from: "127.0.0.1")
            try await client.writeAndFlush(ByteBuffer(string: Self.get("/large")))
            #expect(await events.first { $0 == .cut(.unreadAnswer) } != nil)
            #expect(try await ask(port, from: "127.0.0.2") == "HTTP/1.1 200 OK")
        }
    }
}
