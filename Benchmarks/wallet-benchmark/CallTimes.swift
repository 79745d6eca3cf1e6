// SPDX-License-Identifier: EUPL-1.2

/// The calls of one operation of a server's database or HSM, as its metrics count them when they end.
struct CallTimes: Sendable {
    var count = 0.0
    /// The seconds of all of them together.
    var seconds = 0.0

    private static let counts = beginnings("count")
    private static let sums = beginnings("sum")

    /// Reads the successful calls since the server's start, by operation.
    ///
    /// - Parameter metrics: the server's metrics in Prometheus' text format.
    static func read(_ metrics: [UInt8]) -> [String: CallTimes] {
        var calls: [String: CallTimes] = [:]
        for line in metrics.split(separator: UInt8(ascii: "\n")) {
            if let (operation, value) = call(line, counts) { calls[operation, default: CallTimes()].count = value }
            if let (operation, value) = call(line, sums) { calls[operation, default: CallTimes()].seconds = value }
        }
        return calls
    }

    /// The operation and the value of a line that begins in one of these ways; nil for other lines and for calls that failed.
    private static func call(_ line: ArraySlice<UInt8>, _ beginnings: [[UInt8]]) -> (operation: String, value: Double)? {
        guard let beginning = beginnings.first(where: { line.starts(with: $0) }) else { return nil }
        // For example `sign",outcome="ok"} 17`.
        let words = String(decoding: line.dropFirst(beginning.count), as: UTF8.self).split(separator: "\"")
        guard words.count == 4, words[2] == "ok", let value = Double(words[3].dropFirst(2)) else { return nil }
        return (String(words[0]), value)
    }

    private static func beginnings(_ suffix: String) -> [[UInt8]] {
        ["database", "hsm"].map { Array("wallet_provider_\($0)_duration_seconds_\(suffix){operation=\"".utf8) }
    }

    static func - (calls: CallTimes, earlier: CallTimes) -> CallTimes {
        CallTimes(count: calls.count - earlier.count, seconds: calls.seconds - earlier.seconds)
    }

    static func + (calls: CallTimes, others: CallTimes) -> CallTimes {
        CallTimes(count: calls.count + others.count, seconds: calls.seconds + others.seconds)
    }
}
