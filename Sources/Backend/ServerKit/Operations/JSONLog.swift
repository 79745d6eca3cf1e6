// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import JSON
package import Logging

/// A log handler that writes each event as one line of JSON: `time`, `level`, `logger`, `message`, and the metadata as further members,
/// during a request also its `trace_id` and `span_id`.
///
/// Numbers and truth values of the metadata are JSON numbers and truth values. Texts are escaped, including line breaks and control
/// characters, so that they cannot leave their string. A line that cannot be written is dropped, and the server continues.
///
/// - SeeAlso: threats-and-faults.md, T-S1 and F-S13.
package struct JSONLog: LogHandler {
    private let label: String
    private let now: @Sendable () -> Date
    /// The times in UTC up to the second.
    private let time = LogTime { second in
        String(Date(timeIntervalSince1970: TimeInterval(second)).formatted(Date.ISO8601FormatStyle()).dropLast())
    }
    private let write: @Sendable ([UInt8]) -> Void

    /// The metadata of every line.
    package var metadata: Logger.Metadata = [:]
    /// The source of further metadata at the time of an event.
    package var metadataProvider: Logger.MetadataProvider? = .trace
    /// The minimum level of events to write.
    package var logLevel: Logger.Level = .info

    /// - Parameters:
    ///   - label: the value of the member `logger`.
    ///   - write: writes a line, including its line break, at once. Called from any thread. Default: standard error.
    package init(
        label: String, now: @escaping @Sendable () -> Date = { Date() },
        write: @escaping @Sendable ([UInt8]) -> Void = { try? FileHandle.standardError.write(contentsOf: Data($0)) }
    ) {
        self.label = label
        self.now = now
        self.write = write
    }

    /// The metadata value with this key.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event as one line.
    package func log(event: LogEvent) {
        let members = members(of: event)
        var line = JSONObject()
        line.reserveCapacity(Self.names.count + members.count)
        line.append(unique: "time", .string(timeText()))
        line.append(unique: "level", .string(event.level.rawValue))
        line.append(unique: "logger", .string(label))
        line.append(unique: "message", .string(event.message.description))
        for (name, value) in members where !Self.names.contains(name) { line.append(unique: name, Self.json(value)) }
        var bytes = line.encode()
        bytes.append(UInt8(ascii: "\n"))
        write(bytes)
    }

    /// The names of the members that metadata cannot replace.
    private static let names = ["time", "level", "logger", "message"]

    /// The time now in UTC with milliseconds, `2023-11-14T22:13:20.500Z`.
    private func timeText() -> String {
        let now = now().timeIntervalSince1970
        let second = now.rounded(.down)
        return "\(time.text(of: Int64(second))).\(String(1000 + Int((now - second) * 1000)).dropFirst())Z"
    }

    private static func json(_ value: Logger.Metadata.Value) -> JSONValue {
        switch value {
        case .string(let text): .string(text)
        case .stringConvertible(let value): json(of: value)
        case .array(let values): .array(values.map(json))
        case .dictionary(let values): .object(JSONObject(values.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }))
        }
    }

    /// Numbers and truth values keep their JSON type; everything else becomes a string.
    private static func json(of value: any CustomStringConvertible) -> JSONValue {
        switch value {
        case let value as Bool: .bool(value)
        case let value as Int: .integer(Int64(value))
        case let value as Double where value.isFinite: .decimal(value)
        case let value as any BinaryInteger: Int64(exactly: value).map(JSONValue.integer) ?? .string(value.description)
        default: .string(value.description)
        }
    }
}
