// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import NIOHTTP1
import Synchronization

/// The answers of a ``ConformanceServer``, for all of its connections.
final class ConformanceResponder: Sendable {
    /// The number of POST requests to `/notes`.
    private let notes = Mutex(0)
    /// The time between two bytes of `/drops`.
    private static let interval = Duration.milliseconds(100)
    /// The longest body that is read, in bytes.
    private static let longestBody = 65_536
    /// The fields of a request that `/echo` returns.
    private static let echoed = ["accept", "content-type", "conformance"]

    private typealias Outbound = NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>

    /// Answers the requests of a connection.
    ///
    /// - Throws: the error of the connection; `CancellationError`.
    func serve(_ connection: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>) async throws {
        try await connection.executeThenClose { inbound, outbound in
            var head: HTTPRequestHead?
            var body: [UInt8] = []
            for try await part in inbound {
                switch part {
                case .head(let received): (head, body) = (received, [])
                case .body(let bytes): body += bytes.readableBytesView.prefix(Self.longestBody - body.count)
                case .end: if let head { try await answer(head, body, outbound) }
                }
            }
        }
    }

    private func answer(_ request: HTTPRequestHead, _ body: [UInt8], _ outbound: Outbound) async throws {
        let bytes = request.uri.split(separator: "/")
        switch (request.method, request.uri) {
        case (.POST, "/notes"):
            notes.withLock { $0 += 1 }
            try await Self.send(.ok, to: outbound)
        case (.GET, "/notes"): try await Self.send(.ok, to: outbound, body: Array("\(notes.withLock { $0 })".utf8))
        case (_, "/moved"): try await Self.send(.found, to: outbound, headers: ["location": "/notes"])
        case (_, "/silence"): break
        case (_, "/drops"): try await Self.sendDrops(outbound)
        case (_, "/echo"):
            var headers: HTTPHeaders = [
                "content-type": "Application/Conformance+JSON ; charset=utf-8", "echo-method": request.method.rawValue,
            ]
            for name in Self.echoed {
                for value in request.headers[name] { headers.add(name: "echo-" + name, value: value) }
            }
            try await Self.send(.ok, to: outbound, headers: headers, body: body)
        case (.GET, "/document"):
            let validator = #""1""#
            let isKnown = request.headers["if-none-match"] == [validator]
            try await Self.send(isKnown ? .notModified : .ok, to: outbound, headers: ["etag": validator], body: isKnown ? [] : [1])
        case (.GET, _) where bytes.count == 2 && bytes[0] == "bytes":
            try await Self.send(.ok, to: outbound, body: [UInt8](repeating: 7, count: UInt16(bytes[1]).map(Int.init) ?? 0))
        default: try await Self.send(.notFound, to: outbound)
        }
    }

    private static func send(
        _ status: HTTPResponseStatus, to outbound: Outbound, headers: HTTPHeaders = [:], body: [UInt8] = []
    ) async throws {
        var headers = headers
        // A 304 has no body, and its length would be the document's.
        if status != .notModified { headers.add(name: "content-length", value: "\(body.count)") }
        try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)))
        if !body.isEmpty { try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: body)))) }
        try await outbound.write(.end(nil))
    }

    /// Sends until the connection or the server ends.
    private static func sendDrops(_ outbound: Outbound) async throws {
        try await outbound.write(.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        while true {
            try await outbound.write(.body(.byteBuffer(ByteBuffer(bytes: [7]))))
            try await Task.sleep(for: interval)
        }
    }
}
