// SPDX-License-Identifier: EUPL-1.2

package import Foundation
import JSON
package import Logging

/// A log handler that writes each event as one line of JSON: `time`, `level`, `logger`, `message`, and the metadata as further members,
/// during a request also its `trace_id` and `span_id`.
///
/// Numbers and truth values of the metadata are JSON numbers and truth values. Texts are escaped, including line breaks and control characters,
/// so that they cannot leave their string. A line that cannot be written is dropped, and the server continues.
///
/// - SeeAlso: threat list, T-S1 and F-S13.
package struct JSONLog: LogHandler {
    private let label: String
    private let now: @Sendable () -> Date
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
        var line: JSONObject = [
            "time": .string(now().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))),
            "level": .string(event.level.rawValue), "logger": .string(label), "message": .string(event.message.description),
        ]
        let all = metadata.merging(metadataProvider?.get() ?? [:]) { _, new in new }.merging(event.metadata ?? [:]) { _, new in new }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) where line[name] == nil { line.set(name, Self.json(value)) }
        write(line.encode() + [UInt8(ascii: "\n")])
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
        case let value as any BinaryInteger: Int64(exactly: value).map(JSONValue.integer) ?? .string(value.description)
        case let value as Double where value.isFinite: .decimal(value)
        default: .string(value.description)
        }
    }
}
