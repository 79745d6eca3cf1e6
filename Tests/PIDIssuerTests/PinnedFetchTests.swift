// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import NIOCore
import NIOPosix
import NIOSSL
import OpenID4VCI
import OpenID4VCIIssuer
import OpenID4VCIWallet
import ServerKit
import Synchronization
import TestEnvironment
import Testing

@testable import PIDIssuer

/// A fetch ends within its time limit, however slowly its server answers.
@Suite(.timeLimit(.minutes(20))) struct PinnedFetchTests {
    /// A server that sends the head of an answer and a part of its body, then a byte on each command.
    final class SlowHandler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        let isWhole: Bool
        let started: @Sendable (_ request: String) -> Void

        init(isWhole: Bool, started: @escaping @Sendable (_ request: String) -> Void) {
            self.isWhole = isWhole
            self.started = started
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let body = isWhole ? "0123456789" : "0"
            let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + body)
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            started(String(buffer: unwrapInboundIn(data)))
        }
    }

    private func serve(
        isWhole: Bool,
        _ body: @escaping @Sendable (_ request: IssuanceRequest, _ root: [UInt8], _ started: AsyncStream<String>) async throws -> Void
    ) async throws {
        let directory = try TemporaryDirectory()
        let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        let context = try NIOSSLContext(configuration: authority.identity.serverConfiguration)
        let (started, continuation) = AsyncStream<String>.makeStream()
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLServerHandler(context: context), SlowHandler(isWhole: isWhole) { continuation.yield($0) },
                    ])
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        let url = try #require(HTTPSURL("https://localhost:\(channel.localAddress?.port ?? 0)/slow"))
        let request = IssuanceRequest(method: .get, url: url, headers: HeaderFields([]), maximumResponseSize: 100)
        do {
            try await body(request, authority.rootCertificate, started)
        } catch {
            try await channel.close().get()
            throw error
        }
        try await channel.close().get()
    }

    @Test func `a fetch with an incomplete answer fails when the total time is over`() async throws {
        try await serve(isWhole: false) { request, root, started in
            let clock = ManualClock()
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: clock)
            let fetching = Task { try await fetch(request) }
            for await _ in started { break }
            _ = await clock.nextSleep()
            clock.advance(by: .seconds(60))
            await #expect(throws: PinnedFetchTimeout()) { try await fetching.value }
        }
    }

    @Test func `a fetch whose client gives up first also fails because the time is over`() async throws {
        try await serve(isWhole: false) { request, root, _ in
            // This clock never reaches the limit, so the client's own limits end the fetch.
            let fetch = try PinnedFetch(roots: [root], timeout: .milliseconds(200), clock: ManualClock())
            await #expect(throws: PinnedFetchTimeout()) { try await fetch(request) }
        }
    }

    @Test func `a fetch with a complete answer succeeds before the time is over`() async throws {
        try await serve(isWhole: true) { request, root, _ in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            #expect(try await fetch(request).body == Array("0123456789".utf8))
        }
    }

    @Test func `a fetch on behalf of a request continues its trace, and any other fetch has none`() async throws {
        try await serve(isWhole: true) { request, root, started in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            let trace = TraceContext(continuing: [:])
            _ = try await TraceContext.$current.withValue(trace) { try await fetch(request) }
            _ = try await fetch(request)
            var requests = started.makeAsyncIterator()
            let (first, second) = (await requests.next(), await requests.next())
            #expect(try #require(first).contains("traceparent: \(trace.header)\r\n"))
            #expect(try !#require(second).contains(TraceContext.headerName))
        }
    }
}
