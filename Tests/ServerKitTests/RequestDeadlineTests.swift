// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import ServerKit
import Testing

/// No client can hold a connection by sending a request byte by byte (F-S10, F-S12).
struct RequestDeadlineTests {
    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))
    private let byte = HTTPRequestPart.body(ByteBuffer(string: "{"))

    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestDeadline(.seconds(30)))
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Returns true if the connection is still open after this number of seconds.
    private func isOpen(_ channel: EmbeddedChannel, after seconds: Int64) -> Bool {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
        return channel.isActive
    }

    @Test func `a trickling body is cut off at the request's total time`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        for _ in 1...5 {
            #expect(isOpen(channel, after: 5))
            try channel.writeInbound(byte)
        }
        #expect(isOpen(channel, after: 4))
        #expect(!isOpen(channel, after: 1))
    }

    @Test func `a request with an unfinished header has the same time limit`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        #expect(isOpen(channel, after: 29))
        #expect(!isOpen(channel, after: 1))
    }

    @Test func `completed requests never close the connection, however many and however old`() throws {
        let channel = try connection()
        for _ in 1...5 {
            for part in [head, byte, .end(nil)] { try channel.writeInbound(part) }
            #expect(isOpen(channel, after: 20))
        }
        #expect(isOpen(channel, after: 3600))
        #expect(try channel.finish().isClean == false, "all parts have gone on to the next handler")
    }

    @Test func `each request has its own time limit`() throws {
        let channel = try connection()
        for part in [head, .end(nil), head] { try channel.writeInbound(part) }
        #expect(isOpen(channel, after: 29))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(head)
        #expect(isOpen(channel, after: 29))
        #expect(!isOpen(channel, after: 1))
    }

    @Test(arguments: [0, 1, 29, 30, 31, 59, 60, 61, 3600] as [Int64])
    func `a request has its whole time, whenever the request before it ended`(_ pause: Int64) throws {
        let channel = try connection()
        for _ in 1...3 {
            for part in [head, .end(nil)] { try channel.writeInbound(part) }
            #expect(isOpen(channel, after: pause))
        }
        try channel.writeInbound(head)
        #expect(isOpen(channel, after: 29))
        #expect(!isOpen(channel, after: 1))
    }

    @Test func `no timer remains for a closed connection`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try channel.close().wait()
        #expect(!isOpen(channel, after: 60))
    }
}
