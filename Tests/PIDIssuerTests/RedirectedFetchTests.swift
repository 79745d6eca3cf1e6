// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HTTPTypes
import JOSE
import NIOCore
import NIOPosix
import NIOSSL
import OpenID4VCI
import OpenID4VCIIssuer
import SDJWT
import ServerKit
import StatusList
import Synchronization
import TestEnvironment
import Testing

@testable import PIDIssuer

/// Redirects of a server with status lists: up to three are followed, under the rules of the first request.
@Suite(.timeLimit(.minutes(20))) struct RedirectedFetchTests {
    /// A server that answers each path with a text; an empty text is no answer.
    final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        let answer: @Sendable (_ path: String) -> String
        let hear: @Sendable (_ request: String) -> Void

        init(_ answer: @escaping @Sendable (_ path: String) -> String, hear: @escaping @Sendable (_ request: String) -> Void) {
            self.answer = answer
            self.hear = hear
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let request = String(buffer: unwrapInboundIn(data))
            hear(request)
            let words = request.split(separator: " ", maxSplits: 2)
            let text = answer(words.count > 1 ? String(words[1]) : "")
            if !text.isEmpty { context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil) }
        }
    }

    private static func redirect(_ status: Int, _ locations: String...) -> String {
        "HTTP/1.1 \(status) Moved\r\n" + locations.map { "Location: \($0)\r\n" }.joined() + "Content-Length: 0\r\n\r\n"
    }

    private static func page(_ text: String, _ type: String = "text/plain") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nContent-Length: \(text.utf8.count)\r\n\r\n" + text
    }

    /// Runs a server and gives its address and its root. Servers in one directory have one root.
    private func serve(
        in place: TemporaryDirectory? = nil, _ answer: @escaping @Sendable (_ path: String) -> String,
        hear: @escaping @Sendable (_ request: String) -> Void = { _ in },
        _ body: (_ address: String, _ root: [UInt8]) async throws -> Void
    ) async throws {
        let directory = try place ?? TemporaryDirectory()
        let authority = try DevelopmentCertificateAuthority(directory: directory.url.appending(path: "tls"), now: Date())
        let context = try NIOSSLContext(configuration: authority.identity.serverConfiguration)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([NIOSSLServerHandler(context: context), Handler(answer, hear: hear)])
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body("https://localhost:\(channel.localAddress?.port ?? 0)", authority.rootCertificate)
        } catch {
            try await channel.close().get()
            throw error
        }
        try await channel.close().get()
    }

    private func request(_ address: String) throws -> IssuanceRequest {
        IssuanceRequest(method: .get, url: try #require(HTTPSURL(address)), maximumResponseSize: 10_000)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect is followed on request only`(_ status: Int) async throws {
        try await serve({ $0 == "/1" ? Self.redirect(status, "/2") : Self.page($0) }) { address, root in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            let followed = try await fetch.followingRedirects(request(address + "/1"))
            #expect(followed.status == 200 && followed.body == Array("/2".utf8))
            #expect(try await fetch(request(address + "/1")).status == status)
        }
    }

    @Test func `a POST is not repeated at another address`() async throws {
        try await serve({ $0 == "/1" ? Self.redirect(307, "/2") : Self.page($0) }) { address, root in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            let request = IssuanceRequest(method: .post, url: try #require(HTTPSURL(address + "/1")), maximumResponseSize: 10_000)
            #expect(try await fetch.followingRedirects(request).status == 307)
        }
    }

    @Test func `only the first address learns the trace`() async throws {
        let requests = Mutex<[String]>([])
        let answer = { @Sendable (path: String) -> String in
            path == "/3" ? Self.page(path) : Self.redirect(302, path == "/1" ? "/2" : "/3")
        }
        try await serve(answer, hear: { text in requests.withLock { $0.append(text) } }) { address, root in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            let trace = TraceContext(continuing: [:])
            let followed = try await TraceContext.$current.withValue(trace) { try await fetch.followingRedirects(request(address + "/1")) }
            #expect(followed.status == 200)
            #expect(requests.withLock { $0.map { $0.contains("traceparent: \(trace.header)\r\n") } } == [true, false, false])
            #expect(requests.withLock { $0.filter { $0.contains(TraceContext.headerName) }.count } == 1)
        }
    }

    @Test func `three redirects are followed, a fourth and a cycle are not`() async throws {
        let count = Mutex(0)
        let answer = { @Sendable (path: String) -> String in
            count.withLock { $0 += 1 }
            if path == "/a" { return Self.redirect(302, "/b") }
            if path == "/b" { return Self.redirect(302, "/a") }
            let number = Int(path.dropFirst()) ?? 0
            return number < 4 ? Self.redirect(302, "/\(number + 1)") : Self.page(path)
        }
        try await serve(answer) { address, root in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            #expect(try await fetch.followingRedirects(request(address + "/1")).body == Array("/4".utf8))
            #expect(count.withLock { $0 } == 4)
            #expect(try await fetch.followingRedirects(request(address + "/0")).status == 302)
            #expect(count.withLock { $0 } == 8)
            #expect(try await fetch.followingRedirects(request(address + "/a")).status == 302)
            #expect(count.withLock { $0 } == 10)
        }
    }

    @Test func `a redirect that leaves https, or names no single address, is not followed`() async throws {
        let answers = [
            Self.redirect(302, "http://localhost/2"), Self.redirect(302), Self.redirect(302, "/2", "/3"), Self.redirect(304, "/2"),
            Self.redirect(302, "https://u:p@localhost/2"),
        ]
        try await serve({ answers[Int($0.dropFirst()) ?? 0] }) { address, root in
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            for index in answers.indices {
                let answer = try await fetch.followingRedirects(request(address + "/\(index)"))
                #expect([302, 304].contains(answer.status), "\(index)")
            }
        }
    }

    @Test func `the server behind a redirect must have one of the same roots`() async throws {
        let place = try TemporaryDirectory()
        try await serve(in: place, { Self.page($0) }) { other, _ in
            try await serve(in: place, { _ in Self.redirect(302, other + "/2") }) { address, root in
                let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
                #expect(try await fetch.followingRedirects(request(address + "/1")).body == Array("/2".utf8))
            }
            try await serve({ _ in Self.redirect(302, other + "/2") }) { address, root in
                let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
                await #expect(throws: NIOSSLError.self) { try await fetch.followingRedirects(request(address + "/1")) }
            }
        }
    }

    @Test func `one time limit covers all addresses`() async throws {
        let (asked, continuation) = AsyncStream<String>.makeStream()
        let answer = { @Sendable (path: String) -> String in
            continuation.yield(path)
            return path == "/1" ? Self.redirect(302, "/2") : ""
        }
        try await serve(answer) { address, root in
            let clock = ManualClock()
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: clock)
            let request = try request(address + "/1")
            let fetching = Task { try await fetch.followingRedirects(request) }
            for await path in asked where path == "/2" { break }
            _ = await clock.nextSleep()
            // The only wait on the clock began before the first request.
            #expect(clock.sleeperCount == 1)
            clock.advance(by: .seconds(60))
            await #expect(throws: PinnedFetchTimeout()) { try await fetching.value }
        }
    }

    @Test func `a list behind a redirect counts only as the list of the first address`() async throws {
        let key = P256.Signing.PrivateKey()
        let now: Int64 = 1_790_000_000
        let lists = Mutex<[String: String]>([:])
        let answer = { @Sendable (path: String) -> String in
            if path == "/1" || path == "/3" { return Self.redirect(307, path == "/1" ? "/lists/1" : "/lists/3") }
            return Self.page(lists.withLock { $0[path] ?? "" }, StatusListToken.mediaType)
        }
        try await serve(answer) { address, root in
            // The second list names its own address.
            for (path, subject) in [("/lists/1", "/1"), ("/lists/3", "/lists/3")] {
                let text = try await StatusListToken(
                    subject: address + subject, issuedAt: now, expiresAt: now + 900, timeToLive: 60,
                    list: StatusListEntries(bits: .one, count: 16)
                ).signed { try Array(key.signature(for: $0).rawRepresentation) }
                lists.withLock { $0[path] = text }
            }
            let fetch = try PinnedFetch(roots: [root], timeout: .seconds(60), clock: ManualClock())
            let statuses = WalletStatuses(trust: .key(JWK(key.publicKey))) { try await fetch.followingRedirects($0) }
            #expect(try await statuses.status(of: StatusListReference(index: 3, uri: address + "/1"), now: now) == .valid)
            await #expect(throws: WalletStatusUnknown.self) {
                try await statuses.status(of: StatusListReference(index: 3, uri: address + "/3"), now: now)
            }
        }
    }
}
