// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import ServerKit
import Synchronization
import Testing

/// A client that sends requests without reading the answers loses its connection (F-S10).
struct ConnectionGuardTests {
    private let head = HTTPRequestPart.head(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"))
    private let answer = HTTPResponsePart.head(HTTPResponse(status: .ok))
    private let events = Events()

    private final class Events: Sendable {
        let all = Mutex<[ConnectionEvent]>([])
    }

    /// A socket that accepts an answer once the client has read the previous one.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        private(set) var waiting: [EventLoopPromise<Void>] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { waiting.append(promise) }
        }

        func takeOne() { waiting.removeFirst().succeed() }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            // As TLS does.
            guard mode != .input else {
                promise?.fail(ChannelError.operationUnsupported)
                return
            }
            context.close(mode: mode, promise: promise)
            waiting.forEach { $0.fail(ChannelError.ioOnClosedChannel) }
            waiting = []
        }
    }

    private func connection() throws -> (EmbeddedChannel, Socket) {
        let limits = ConnectionLimits(maximumRequestsAtWork: 3)
        let table = ConnectionTable(limits, observe: { [events] event in events.all.withLock { $0.append(event) } })
        let socket = Socket()
        let channel = EmbeddedChannel(handlers: [socket, ConnectionGuard(limits, .production, table: table)])
        try channel.connect(to: try SocketAddress(ipAddress: "192.0.2.1", port: 1)).wait()
        return (channel, socket)
    }

    private var all: [ConnectionEvent] { events.all.withLock { $0 } }

    @Test func `a connection with too many concurrent requests is closed, and the excess request is not handled`() throws {
        let (channel, _) = try connection()
        for _ in 1...3 { for part in [head, .end(nil)] { try channel.writeInbound(part) } }
        #expect(channel.isActive)
        for _ in 1...6 { try #require(try channel.readInbound(as: HTTPRequestPart.self) != nil) }
        try channel.writeInbound(head)
        #expect(!channel.isActive)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
        #expect(all == [.opened, .cut(.tooManyRequests), .closed])
    }

    @Test func `requests with answers that were sent do not count, however many they are`() throws {
        let (channel, socket) = try connection()
        for _ in 1...20 {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            channel.write(answer, promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            socket.takeOne()
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(3600))
        #expect(channel.isActive)
    }

    @Test func `a request whose answer is unread still counts`() throws {
        let (channel, _) = try connection()
        for _ in 1...3 {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            channel.write(answer, promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
        }
        try channel.writeInbound(head)
        #expect(!channel.isActive)
    }

    @Test func `an answer that is not read in time closes the connection`() throws {
        let (channel, _) = try connection()
        for part in [head, .end(nil)] { try channel.writeInbound(part) }
        channel.write(answer, promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        #expect(all == [.opened, .cut(.unreadAnswer), .closed])
    }

    @Test func `each answer has its own time limit, which starts when the previous answer was read`() throws {
        let (channel, socket) = try connection()
        for _ in 1...2 {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            channel.write(answer, promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        socket.takeOne()
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test(arguments: [0, 1, 29, 30, 31, 3600] as [Int64])
    func `an answer has its whole time, whenever the answer before it was read`(_ pause: Int64) throws {
        let (channel, socket) = try connection()
        for isRead in [true, true, false] {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            channel.write(answer, promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            guard isRead else { break }
            socket.takeOne()
            channel.embeddedEventLoop.advanceTime(by: .seconds(pause))
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a slow request does not count as an unread answer`() throws {
        let (channel, _) = try connection()
        for part in [head, .end(nil)] { try channel.writeInbound(part) }
        channel.embeddedEventLoop.advanceTime(by: .seconds(3600))
        #expect(channel.isActive)
    }

    @Test func `a cancelled server ends an idle connection, and a connection with a request after its answer`() throws {
        let (idle, _) = try connection()
        idle.close(mode: .input, promise: nil)
        #expect(idle.isActive)
        idle.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!idle.isActive)
        let (busy, socket) = try connection()
        for part in [head, .end(nil)] { try busy.writeInbound(part) }
        busy.close(mode: .input, promise: nil)
        busy.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(busy.isActive)
        busy.write(answer, promise: nil)
        busy.write(HTTPResponsePart.end(nil), promise: nil)
        socket.takeOne()
        busy.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!busy.isActive)
    }

    @Test func `after the answer to bytes that are no request a stopping server ends the connection`() throws {
        let (channel, socket) = try connection()
        channel.write(answer, promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        socket.takeOne()
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!channel.isActive)
    }

    @Test func `a connection that closes by itself is counted once and is not cut off`() throws {
        let (channel, _) = try connection()
        try channel.close().wait()
        channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        #expect(all == [.opened, .closed])
    }
}
