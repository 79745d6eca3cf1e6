// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Logging
import ServerKit
import TestEnvironment
import Testing

/// The log for people: lines as swift-log's own handler writes them (T-S1).
struct TextLogTests {
    /// Receives the lines of swift-log's own handler.
    private struct Stream: TextOutputStream, Sendable {
        let text: Recorded<String>

        func write(_ string: String) { text.change { $0 += string } }
    }

    private struct Failure: Error, CustomStringConvertible { let description = "failure" }

    private func logger(_ lines: Recorded<String>, label: String = "test", at seconds: TimeInterval = 1_700_000_000) -> Logger {
        Logger(label: label) { label in
            TextLog(label: label, now: { Date(timeIntervalSince1970: seconds) }) { line in
                lines.change { $0 += String(decoding: line, as: UTF8.self) }
            }
        }
    }

    /// A line after its time.
    private func rest(_ line: Recorded<String>) -> Substring { line.value.drop { $0 != " " } }

    private static let events: [@Sendable (Logger, Logger.Metadata?) -> Void] = [
        { $0.notice("serving \($0.label)", metadata: $1) },
        { $0.log(level: .error, "failed", error: Failure(), metadata: $1) },
        { logger, metadata in
            let trace = TraceContext(continuing: [:]) { 7 }
            TraceContext.$current.withValue(trace) { logger.critical("request", metadata: metadata, source: "Elsewhere") }
        },
    ]

    private static let metadata: [Logger.Metadata?] = [
        nil, [:], ["b": "1", "a": "2 3", "": ""],
        ["status": .stringConvertible(200), "duration_ms": .stringConvertible(1.25), "right": .stringConvertible(true)],
        ["many": ["a", .stringConvertible(1)], "more": ["x": ["y": "z"]], "\u{E9}": "\u{A3}\u{1F600}"], ["trace_id": "other"],
    ]

    @Test(arguments: metadata, ["test", ""])
    func `a line after its time is the same as swift-log's`(_ metadata: Logger.Metadata?, _ label: String) {
        for own in [[:], ["a": "own", "own": "1"]] as [Logger.Metadata] {
            for event in Self.events {
                let (ours, theirs) = (Recorded(""), Recorded(""))
                let other = Logger(label: label) {
                    StreamLogHandler(label: $0, stream: Stream(text: theirs), metadataProvider: .trace)
                }
                for each in [logger(ours, label: label), other] {
                    var each = each
                    for (name, value) in own { each[metadataKey: name] = value }
                    event(each, metadata)
                }
                #expect(rest(ours) == rest(theirs) && rest(ours).hasSuffix("\n"))
            }
        }
    }

    @Test func `no text begins a line of its own or commands a terminal`() {
        let lines = Recorded("")
        let metadata: Logger.Metadata = ["c\u{1B}[31m": "\n2026 info: forged", "d": "\u{7F}\u{9B}\u{85}\0\u{A3}"]
        logger(lines, label: "te\nst").error("a\r\nb", metadata: metadata, source: "Source")
        let expected: String = #" error te\nst: c\u{1B}[31m=\n2026 info: forged d=\u{7F}\u{009B}\u{0085}\0£ [Source] a\r\nb"# + "\n"
        #expect(rest(lines) == expected)
    }

    @Test func `events below the level are not written`() {
        let lines = Recorded("")
        logger(lines).debug("request")
        #expect(lines.value.isEmpty)
    }

    @Test(arguments: [1_700_000_000, 1_720_000_000.999, 0] as [TimeInterval])
    func `the time is the local time with its distance from UTC`(_ seconds: TimeInterval) throws {
        let lines = Recorded("")
        logger(lines, at: seconds).notice("serving")
        let time = String(lines.value.prefix { $0 != " " })
        let zone = time.suffix(5)
        let minutes = try #require(Int(zone.suffix(4).prefix(2))) * 60 + (try #require(Int(zone.suffix(2))))
        let local = try Date(String(time.dropLast(5)) + "Z", strategy: .iso8601)
        let distance = TimeInterval(minutes * 60 * (zone.hasPrefix("-") ? -1 : 1))
        #expect(local.timeIntervalSince1970 - distance == seconds.rounded(.down))
    }

    @Test func `a line is written at once and has one line break`() {
        let writes = Recorded<[[UInt8]]>([])
        let logger = Logger(label: "test") { TextLog(label: $0, write: { line in writes.change { $0.append(line) } }) }
        for _ in 1...3 { logger.info("request", metadata: ["status": .stringConvertible(200)]) }
        #expect(writes.value.count == 3)
        #expect(writes.value.allSatisfy { $0.last == UInt8(ascii: "\n") && $0.filter { $0 == UInt8(ascii: "\n") }.count == 1 })
    }
}
