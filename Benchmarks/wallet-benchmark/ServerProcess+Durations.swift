// SPDX-License-Identifier: EUPL-1.2

import Foundation

extension ServerProcess {
    /// The number of bytes in the log.
    func logSize() throws -> UInt64 { try openedLog().seekToEnd() }

    /// The seconds from a request's arrival until its answer was ready, by the id of its trace, of the log's lines from this byte on. A
    /// request has its line before its answer leaves.
    func durations(from offset: UInt64) throws -> [String: Double] {
        let file = try openedLog()
        try file.seek(toOffset: offset)
        let text = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
        var durations: [String: Double] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            func value(_ name: String) -> Substring? { words.first { $0.hasPrefix(name) }?.dropFirst(name.count) }
            guard let trace = value("trace_id="), let milliseconds = value("duration_ms=").flatMap({ Double($0) }) else { continue }
            durations[String(trace)] = milliseconds / 1000
        }
        return durations
    }

    /// The address of the metrics of a server with a listener for operators.
    func metricsAddress() throws -> String {
        let text = try String(contentsOfFile: log, encoding: .utf8)
        guard let match = text.firstMatch(of: #/\binternal_port=(\d+)/#) else {
            throw BenchmarkError("the server's log lacks the port of the listener for operators")
        }
        return "http://127.0.0.1:\(match.1)/metrics"
    }

    private func openedLog() throws -> FileHandle {
        guard let file = FileHandle(forReadingAtPath: log) else { throw BenchmarkError("\(log) cannot be read") }
        return file
    }
}
