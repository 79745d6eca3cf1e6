// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import JSON
import Logging
import ServerKit
import Synchronization
import TestEnvironment
import Testing

/// The machine-readable log (T-S1).
struct JSONLogTests {
    private final class Lines: Sendable {
        let bytes = Mutex<[UInt8]>([])
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    }

    private struct Failure: Error, CustomStringConvertible { let description = "broken" }

    private func logger(_ lines: Lines) -> Logger {
        Logger(label: "test") { label in
            JSONLog(label: label, now: { Date(timeIntervalSince1970: 1_700_000_000.5) }) { line in lines.bytes.withLock { $0 += line } }
        }
    }

    @Test func `an event is one line with time, level, logger, message and metadata`() throws {
        let lines = Lines()
        logger(lines).notice("serving", metadata: ["port": "8443", "many": ["a", "b"], "more": ["x": "y"]])
        #expect(lines.text.hasSuffix("}\n"))
        let line = try JSONObject(parsing: Array(lines.text.utf8.dropLast()))
        #expect(line["time"] == .string("2023-11-14T22:13:20.500Z"))
        #expect(line["level"] == .string("notice") && line["logger"] == .string("test") && line["message"] == .string("serving"))
        #expect(line["port"] == .string("8443") && line["many"] == .array([.string("a"), .string("b")]))
    }

    @Test func `numbers and booleans are written as JSON numbers and booleans`() throws {
        let lines = Lines()
        logger(lines).info(
            "request",
            metadata: [
                "status": .stringConvertible(200), "duration_ms": .stringConvertible(1.25), "right": .stringConvertible(true),
                "large": .stringConvertible(UInt64.max), "none": .stringConvertible(Double.nan), "text": "200",
                "all": .array([.stringConvertible(UInt8(7))]),
            ])
        let line = try JSONObject(parsing: Array(lines.text.utf8.dropLast()))
        #expect(line["status"] == .integer(200) && line["duration_ms"] == .decimal(1.25) && line["right"] == .bool(true))
        #expect(line["large"] == .string("18446744073709551615") && line["none"] == .string("nan") && line["text"] == .string("200"))
        #expect(line["all"] == .array([.integer(7)]))
    }

    @Test func `an event's error is named with its type`() throws {
        let lines = Lines()
        logger(lines).log(level: .error, "failed", error: Failure(), metadata: ["error.message": "other", "a": "1"])
        let line = try JSONObject(parsing: Array(lines.text.utf8.dropLast()))
        #expect(line["error.message"] == .string("broken") && line["a"] == .string("1"))
        #expect(line["error.type"] == .string(String(reflecting: Failure.self)))
    }

    @Test func `a line during a request names its trace, and no metadata of the line is lost`() throws {
        let lines = Lines()
        let trace = TraceContext(continuing: [:])
        TraceContext.$current.withValue(trace) { logger(lines).error("failure", metadata: ["error": "x"]) }
        let line = try JSONObject(parsing: Array(lines.text.utf8.dropLast()))
        #expect(line["trace_id"] == .string(trace.traceID) && line["span_id"] == .string(trace.spanID) && line["error"] == .string("x"))
    }

    @Test func `a line outside of a request names no trace, and a line about another trace keeps that one`() throws {
        let lines = Lines()
        logger(lines).info("serving")
        #expect(!lines.text.contains("trace_id"))
        TraceContext.$current.withValue(TraceContext(continuing: [:])) { logger(lines).info("request", metadata: ["trace_id": "other"]) }
        let last = try #require(lines.text.split(separator: "\n").last)
        #expect(try JSONObject(parsing: Array(last.utf8))["trace_id"] == .string("other"))
    }

    @Test(arguments: ["\n{\"level\":\"error\"}", "\u{1B}[2J", "\r\nSet-Cookie: x", "\u{2028}\u{0}", "\"}", "\u{7F}\u{9B}31m"])
    func `a value cannot end its JSON string`(_ value: String) throws {
        let lines = Lines()
        logger(lines).info("\(value)", metadata: ["a": "\(value)", "level": "forged", "\(value)": "b"])
        let text = lines.text
        #expect(text.filter(\.isNewline).count <= 1 || !text.dropLast().utf8.contains(UInt8(ascii: "\n")))
        #expect(!text.utf8.dropLast().contains { $0 < 0x20 })
        let line = try JSONObject(parsing: Array(text.utf8.dropLast()))
        #expect(line["message"] == .string(value) && line["a"] == .string(value))
        #expect(line["level"] == .string("info"), "metadata takes the place of no member")
    }

    @Test(
        arguments: [
            (1_700_000_000, "2023-11-14T22:13:20.000Z"), (1_700_000_000.9375, "2023-11-14T22:13:20.937Z"),
            (1_700_000_000.0078125, "2023-11-14T22:13:20.007Z"), (1_709_164_799.75, "2024-02-28T23:59:59.750Z"),
            (1_709_164_800, "2024-02-29T00:00:00.000Z"), (0.5, "1970-01-01T00:00:00.500Z"),
        ] as [(TimeInterval, String)])
    func `the time is in UTC with whole milliseconds`(_ time: (seconds: TimeInterval, text: String)) throws {
        let lines = Lines()
        Logger(label: "test") { label in
            JSONLog(label: label, now: { Date(timeIntervalSince1970: time.seconds) }) { line in lines.bytes.withLock { $0 += line } }
        }.notice("x")
        #expect(try JSONObject(parsing: Array(lines.text.utf8.dropLast()))["time"] == .string(time.text))
    }

    @Test func `each line of a logger has its own time, also when the clock goes back`() throws {
        let (lines, clock) = (Lines(), Recorded(1_700_000_000 as TimeInterval))
        let logger = Logger(label: "test") { label in
            JSONLog(label: label, now: { Date(timeIntervalSince1970: clock.value) }) { line in lines.bytes.withLock { $0 += line } }
        }
        for seconds in [1_700_000_000, 1_700_000_000.5, 1_700_000_001, 1_700_000_000.25] as [TimeInterval] {
            clock.change { $0 = seconds }
            logger.notice("x")
        }
        let times = try lines.text.split(separator: "\n").map { try JSONObject(parsing: Array($0.utf8))["time"] }
        let expected: [JSONValue?] = [
            .string("2023-11-14T22:13:20.000Z"), .string("2023-11-14T22:13:20.500Z"), .string("2023-11-14T22:13:21.000Z"),
            .string("2023-11-14T22:13:20.250Z"),
        ]
        #expect(times == expected)
    }

    @Test func `members are in the order of their names, after the line's own`() throws {
        let lines = Lines()
        logger(lines).notice("x", metadata: ["b": "1", "a": "2", "message": "forged", "c": "3"])
        let names = try JSONObject(parsing: Array(lines.text.utf8.dropLast())).members.map(\.name)
        #expect(names == ["time", "level", "logger", "message", "a", "b", "c"])
    }

    @Test func `events below the level are not written`() {
        let lines = Lines()
        logger(lines).debug("request")
        #expect(lines.text.isEmpty)
    }
}
