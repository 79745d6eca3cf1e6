// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPChannels
import Hummingbird
import NIOCore
import NIOPosix
import ServerKit
import TestEnvironment
import Testing

/// The threads on which a server handles requests.
@Suite(.timeLimit(.minutes(20)))
struct EventLoopServiceTests {
    private let log = LogRecorder()

    /// The answer of a server that says whether it runs on an event loop, before and after a wait.
    private func answer(of executors: EventLoopExecutors?) async throws -> String {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let service = HTTPService<ServiceContext>(
            HTTPListener(host: "127.0.0.1", port: 0, tls: nil, timeouts: .patient), on: executors, logger: log.logger,
            onRunning: { continuation.yield($0) }
        ) { [log] in
            let router = Router(context: ServiceContext.self)
            router.add(middleware: AnswerMiddleware(logger: log.logger))
            router.get("/") { _, _ in
                let before = MultiThreadedEventLoopGroup.currentEventLoop != nil
                await Task.yield()
                return "\(before) \(MultiThreadedEventLoopGroup.currentEventLoop != nil)."
            }
            return router
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            let text = try await Self.text(from: try #require(await ports.first { _ in true }))
            group.cancelAll()
            while let result = await group.nextResult() {
                if case .failure(let error) = result, !(error is CancellationError) { throw error }
            }
            return text
        }
    }

    private static func text(from port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
            var answer = ""
            for try await buffer in inbound {
                answer += String(buffer: buffer)
                if answer.hasSuffix(".") { break }
            }
            return answer.split(separator: "\r\n").last.map(String.init) ?? ""
        }
    }

    @Test func `with executors a request is handled on an event loop from its arrival to its answer`() async throws {
        #expect(try await answer(of: EventLoopExecutors(.singletonMultiThreadedEventLoopGroup)) == "true true.")
    }

    @Test func `without executors a request is handled on Swift's own threads`() async throws {
        #expect(try await answer(of: nil) == "false false.")
    }
}
