// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServerKit
import Synchronization
import TestEnvironment
import Testing

/// The middleware around every request of every server.
struct AnswerTests {
    let log = LogRecorder()

    private struct Canary: Error { let text = "canary" }

    private func router(_ answered: Answered = Answered()) -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: AnswerMiddleware(
                logger: log.logger, headers: { StandardHeaders.add(to: &$0) }, isRoutine: { $0.route == "/routine" },
                observe: { request in answered.all.withLock { $0.append(request) } }))
        router.get("/good/:what") { _, context in Response(status: .ok, headers: [.cacheControl: "public"]) }
        router.get("/routine") { _, _ in Response(status: .ok) }
        router.get("/bad") { _, _ -> Response in throw Canary() }
        router.post("/body") { request, _ in
            Response(status: .ok, body: .init(byteBuffer: ByteBuffer(bytes: try await request.boundedBody(upTo: 10))))
        }
        return router
    }

    private final class Answered: Sendable {
        let all = Mutex<[AnsweredRequest]>([])
    }

    @Test func `the log and the response header have the same correlation id and contain nothing of the request`() async throws {
        let answered = Answered()
        try await Application(router: router(answered), logger: log.logger).test(.router) { client in
            let name = try #require(HTTPField.Name(CorrelationID.headerName))
            try await client.execute(uri: "/good/canary?canary=canary", method: .get, headers: [name: "canary", .userAgent: "canary"]) {
                let id = try #require($0.headers[name])
                #expect(id.count == 16 && id.allSatisfy(\.isHexDigit))
                #expect(log.lines.contains { $0.contains("correlation_id=\(id)") && $0.contains("route=/good/") && $0.hasPrefix("info") })
                #expect($0.headers[.cacheControl] == "public")
                #expect($0.headers[.xContentTypeOptions] == "nosniff")
            }
            try await client.execute(uri: "/bad", method: .get) {
                #expect($0.status == .internalServerError && $0.body.readableBytes == 0)
                #expect($0.headers[.cacheControl] == "no-store")
            }
            try await client.execute(uri: "/canary", method: .get) { #expect($0.status == .notFound) }
            try await client.execute(uri: "/routine", method: .get) { #expect($0.status == .ok) }
        }
        #expect(!log.text.contains("canary"))
        #expect(log.lines.contains { $0.hasPrefix("error") && $0.contains("error_type=Canary") })
        #expect(log.lines.contains { $0.hasPrefix("debug") && $0.contains("route=/routine") })
        let all = answered.all.withLock { $0 }
        #expect(all.map(\.status) == [200, 500, 404, 200])
        #expect(all.allSatisfy { !$0.route.contains("canary") })
    }

    @Test func `notes of a request's work are in its log line, and later notes are refused`() async throws {
        let notes = Recorded<RequestNotes?>(nil)
        let router = Router(context: NotedContext.self)
        router.add(middleware: AnswerMiddleware(logger: log.logger))
        router.get("/noted") { _, context in
            notes.change { $0 = context.notes }
            #expect(context.notes?.add(["first": "1", "second": "1"]) == true)
            #expect(context.notes?.add(["second": "2"]) == true)
            return Response(status: .ok)
        }
        try await Application(router: router, logger: log.logger).test(.router) { client in
            try await client.execute(uri: "/noted", method: .get) { #expect($0.status == .ok) }
        }
        #expect(notes.value?.add(["third": "3"]) == false)
        let lines = log.lines.filter { $0.contains("route=/noted") }
        #expect(lines.count == 1)
        #expect(lines.allSatisfy { $0.contains("first=1") && $0.contains("second=2") && !$0.contains("third") })
    }

    @Test func `random numbers are unique within a draw, between draws, and never 0`() {
        var (one, other) = (RandomNumbers(), RandomNumbers())
        let numbers = Set((0..<1000).flatMap { _ in [one.next(), other.next()] })
        #expect(numbers.count == 2000 && !numbers.contains(0))
    }

    @Test func `a correlation id has all 16 digits of its number`() {
        #expect(CorrelationID.text(7) == "0000000000000007" && CorrelationID.text(0xFEDC_BA98_7654_3210) == "fedcba9876543210")
        #expect(CorrelationID.text(.max) == "ffffffffffffffff")
    }

    @Test func `ids of a request differ from each other and from those of other requests`() async throws {
        let ids = Recorded<[String]>([])
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: log.logger))
        router.get("/") { _, context in
            let trace = try #require(TraceContext.current)
            ids.change { $0 += [context.correlationID, trace.spanID, String(trace.traceID.prefix(16)), String(trace.traceID.suffix(16))] }
            return Response(status: .ok)
        }
        try await Application(router: router, logger: log.logger).test(.router) { client in
            for _ in 1...3 { try await client.execute(uri: "/", method: .get) { #expect($0.status == .ok) } }
        }
        #expect(ids.value.count == 12 && Set(ids.value).count == 12 && ids.value.allSatisfy { $0.count == 16 })
        #expect(log.lines.filter { line in ids.value.contains { line.contains("correlation_id=\($0)") } }.count == 3)
    }

    @Test func `a request's own members of the log line stand over notes, and notes over the data of its refusal`() async throws {
        let router = Router(context: NotedContext.self)
        router.add(
            middleware: AnswerMiddleware(
                logger: log.logger,
                refuse: { _, _ in
                    ErrorAnswer(
                        Response(status: .badRequest), problem: "own",
                        metadata: ["note": "refusal", "status": "refusal", "more": "refusal"])
                }))
        router.get("/noted") { _, context -> Response in
            _ = context.notes?.add(["note": "note", "route": "note", "trace_id": "note"])
            throw Canary()
        }
        try await Application(router: router, logger: log.logger).test(.router) { client in
            try await client.execute(uri: "/noted", method: .get) { #expect($0.status == .badRequest) }
        }
        let line = try #require(log.lines.first { $0.contains("route=/noted") })
        #expect(line.contains("note=note") && line.contains("more=refusal") && line.contains("status=400") && line.contains("problem=own"))
        #expect(!line.contains("trace_id=note") && !line.contains("route=note"))
    }

    @Test func `headers that an answer has already are not doubled`() {
        var headers: HTTPFields = [.cacheControl: "public", .xContentTypeOptions: "own"]
        for _ in 1...2 { StandardHeaders.add(to: &headers) }
        #expect(headers.count == 5 && headers[.cacheControl] == "public" && headers[.xContentTypeOptions] == "own")
    }

    @Test(arguments: [(0, 200), (10, 200), (11, 500), (1_000_000, 500)])
    func `a body above the limit is rejected`(_ size: (bytes: Int, status: Int)) async throws {
        try await Application(router: router(), logger: log.logger).test(.router) { client in
            try await client.execute(uri: "/body", method: .post, body: ByteBuffer(repeating: 0x20, count: size.bytes)) {
                #expect($0.status.code == size.status)
            }
        }
        if size.status != 200 { #expect(log.text.contains("error_type=BodyRefusal")) }
    }

    private func body(_ parts: AsyncThrowingStream<ByteBuffer, any Error>) async throws -> [UInt8] {
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
        return try await Request(head: head, body: RequestBody(asyncSequence: parts)).boundedBody(upTo: 10)
    }

    @Test(arguments: [[], [10], [3, 3, 4], [0, 9, 0, 1, 0], [11], [10, 1], [6, 5], [3, 3, 4, 0, 1]])
    func `a body is read in its order however it is divided, and refused at the part that exceeds the limit`(_ sizes: [Int]) async throws {
        let whole = Array(0..<UInt8(sizes.reduce(0, +)))
        let (parts, end) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        var rest = whole[...]
        for size in sizes {
            end.yield(ByteBuffer(bytes: rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        if whole.count > 10 {
            // The end of the body never comes.
            await #expect(throws: BodyRefusal.tooLarge) { try await body(parts) }
        } else {
            end.finish()
            #expect(try await body(parts) == whole)
        }
    }

    @Test func `an interrupted or malformed body is rejected as such`() async throws {
        struct Gone: Error {}
        let (broken, end) = AsyncThrowingStream<ByteBuffer, any Error>.makeStream()
        end.finish(throwing: Gone())
        await #expect(throws: BodyRefusal.broken) { try await body(broken) }
        let endless = AsyncThrowingStream<ByteBuffer, any Error> { ByteBuffer(string: "x") }
        await #expect(throws: BodyRefusal.tooLarge) { try await body(endless) }
    }
}

private struct NotedContext: CorrelatedContext {
    var coreContext: CoreRequestContextStorage
    var correlationID = ""
    let notes: RequestNotes? = RequestNotes()

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
