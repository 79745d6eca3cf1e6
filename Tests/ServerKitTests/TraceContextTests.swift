// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ServerKit
import TestEnvironment
import Testing

/// The trace of a request (W3C Trace Context, level 1).
struct TraceContextTests {
    private static let traceID = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let parentID = "00f067aa0ba902b7"
    private static let good = "00-\(traceID)-\(parentID)-01"

    private func trace(_ values: [String]) throws -> TraceContext {
        let name = try #require(HTTPField.Name(TraceContext.headerName))
        return TraceContext(continuing: HTTPFields(values.map { HTTPField(name: name, value: $0) })) { 7 }
    }

    @Test(
        arguments: [
            (good, true), ("00-\(traceID)-\(parentID)-00", false), ("00-\(traceID)-\(parentID)-ff", true),
            // A later version: the known beginning counts.
            ("01-\(traceID)-\(parentID)-01", true), ("cc-\(traceID)-\(parentID)-02-more", false),
        ])
    func `a well-formed trace header is continued with a new span`(_ header: (text: String, isSampled: Bool)) throws {
        let trace = try trace([header.text])
        #expect(trace.traceID == Self.traceID && trace.spanID == "0000000000000007" && trace.isSampled == header.isSampled)
        #expect(trace.header == "00-\(Self.traceID)-0000000000000007-\(header.isSampled ? "01" : "00")")
    }

    @Test(
        arguments: [
            [], [""], ["canary"], [good, good], [good + "-"], [good + "-canary"], [good.uppercased()], [String(good.dropLast())],
            ["ff-\(traceID)-\(parentID)-01"], ["0g-\(traceID)-\(parentID)-01"], ["01-\(traceID)-\(parentID)-01canary"],
            ["00-\(String(repeating: "0", count: 32))-\(parentID)-01"], ["00-\(traceID)-\(String(repeating: "0", count: 16))-01"],
            ["00-\(traceID)-\(parentID)-0x"], ["00_\(traceID)-\(parentID)-01"], ["00-\(traceID.dropLast())é-\(parentID)-01"],
        ])
    func `a malformed or missing trace header starts a new trace`(_ values: [String]) throws {
        let trace = try trace(values)
        #expect(trace.header == "00-00000000000000070000000000000007-0000000000000007-00")
    }

    @Test func `the log line and the work have the trace, and the response has no trace header`() async throws {
        let log = LogRecorder()
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: log.logger))
        router.get("/") { _, _ in
            #expect(TraceContext.current?.traceID == Self.traceID)
            return Response(status: .ok)
        }
        let name = try #require(HTTPField.Name(TraceContext.headerName))
        try await Application(router: router, logger: log.logger).test(.router) { client in
            try await client.execute(uri: "/", method: .get, headers: [name: Self.good]) { #expect($0.headers[name] == nil) }
        }
        #expect(TraceContext.current == nil)
        let line = try #require(log.lines.first { $0.contains("trace_id=\(Self.traceID)") })
        #expect(line.contains("span_id=") && !line.contains(Self.parentID))
    }
}
