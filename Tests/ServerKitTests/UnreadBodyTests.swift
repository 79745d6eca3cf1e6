// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import ServerKit
import Testing

/// A request that is answered before its body has arrived is the last one of its connection.
struct UnreadBodyTests {
    private let head = HTTPRequestPart.head(HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/"))
    private let piece = HTTPRequestPart.body(ByteBuffer(string: "0000"))
    private let end = HTTPRequestPart.end(nil)

    private func connection() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: UnreadBody())
        try channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Sends an answer, and returns its field `Connection` as the client sees it.
    private func answer(_ channel: EmbeddedChannel, _ status: HTTPResponse.Status = .methodNotAllowed) throws -> String? {
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: status)))
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        guard case .head(let sent)? = try channel.readOutbound(as: HTTPResponsePart.self) else { return nil }
        _ = try channel.readOutbound(as: HTTPResponsePart.self)
        return sent.headerFields[.connection]
    }

    /// Returns the number of parts that have reached the framework.
    private func passedOn(_ channel: EmbeddedChannel) throws -> Int {
        var count = 0
        while try channel.readInbound(as: HTTPRequestPart.self) != nil { count += 1 }
        return count
    }

    @Test func `the answer announces the end, the rest of the body is dropped, and the connection ends after it`() throws {
        let channel = try connection()
        for part in [head, piece] { try channel.writeInbound(part) }
        #expect(try answer(channel) == "close")
        #expect(try passedOn(channel) == 2)
        for _ in 1...1000 { try channel.writeInbound(piece) }
        #expect(try passedOn(channel) == 0 && channel.isActive)
        try channel.writeInbound(end)
        #expect(try passedOn(channel) == 0 && !channel.isActive)
    }

    @Test func `a request whose body has arrived leaves the connection open`() throws {
        let channel = try connection()
        for _ in 1...3 {
            for part in [head, piece, end] { try channel.writeInbound(part) }
            #expect(try answer(channel) == nil)
            #expect(try passedOn(channel) == 3)
        }
        #expect(channel.isActive)
    }

    @Test func `an answer to an earlier request of the connection announces nothing`() throws {
        let channel = try connection()
        for part in [head, end, head, piece] { try channel.writeInbound(part) }
        #expect(try answer(channel, .ok) == nil)
        try channel.writeInbound(end)
        #expect(try passedOn(channel) == 5)
        #expect(try answer(channel, .ok) == nil)
        #expect(channel.isActive)
    }

    @Test func `an interim answer does not end the connection`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        for part in [piece, end] { try channel.writeInbound(part) }
        guard case .head(let interim)? = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no interim answer")
            return
        }
        #expect(interim.headerFields[.connection] == nil)
        #expect(try answer(channel, .ok) == nil)
        #expect(try passedOn(channel) == 3 && channel.isActive)
    }

    @Test func `a body that ends while its early answer is sent is passed on, and the connection ends after the answer`() throws {
        let channel = try connection()
        try channel.writeInbound(head)
        try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
        for part in [piece, end] { try channel.writeInbound(part) }
        #expect(try passedOn(channel) == 3 && channel.isActive)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(!channel.isActive)
    }
}
