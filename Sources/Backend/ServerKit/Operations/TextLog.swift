// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import Logging

/// A log handler that writes each event as one line of text: time, level, label, metadata, source and message, as swift-log's own handler.
/// Control characters are escaped, so that no text can begin a line of its own or command a terminal.
///
/// Every request waits for its line, so a line is made with few allocations and written with one system call. A line that cannot be written
/// is dropped, and the server continues.
///
/// - SeeAlso: threats-and-faults.md, T-S1 and F-S13.
package struct TextLog: LogHandler {
    private let label: String
    private let now: @Sendable () -> Date
    private let time = LogTime(LogTime.local)
    private let write: @Sendable ([UInt8]) -> Void

    /// The metadata of every line.
    package var metadata: Logger.Metadata = [:]
    /// The source of further metadata at the time of an event.
    package var metadataProvider: Logger.MetadataProvider? = .trace
    /// The minimum level of events to write.
    package var logLevel: Logger.Level = .info

    /// - Parameters:
    ///   - label: stands after the level in each line.
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
        var line: [UInt8] = []
        line.reserveCapacity(512)
        line += time.text(of: Int64(now().timeIntervalSince1970.rounded(.down))).utf8
        line += " ".utf8
        line += event.level.rawValue.utf8
        if !label.isEmpty { line += " ".utf8 }
        line += label.utf8
        line += ":".utf8
        for (name, value) in members(of: event) {
            line += " ".utf8
            line += name.utf8
            line += "=".utf8
            line += value.description.utf8
        }
        line += " [".utf8
        line += event.source.utf8
        line += "] ".utf8
        line += event.message.description.utf8
        line = Self.escaping(line)
        line += "\n".utf8
        write(line)
    }

    /// Returns the line with its control characters as Swift writes them, such as `\n` and `\u{1B}`.
    private static func escaping(_ line: [UInt8]) -> [UInt8] {
        // Nearly every line has none. Those from U+0080 on begin with 0xC2.
        guard line.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }) else { return line }
        var text = ""
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            text += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
        }
        return Array(text.utf8)
    }
}

extension LogHandler {
    /// The metadata of a line in the order of its names: the event's error over its metadata, this over the provider's, and all over the
    /// handler's own.
    func members(of event: LogEvent) -> [(key: String, value: Logger.Metadata.Value)] {
        var all = event.metadata ?? [:]
        if let error = event.error {
            all["error.message"] = "\(error)"
            all["error.type"] = "\(String(reflecting: type(of: error)))"
        }
        if let provided = metadataProvider?.get(), !provided.isEmpty { all.merge(provided) { own, _ in own } }
        if !metadata.isEmpty { all.merge(metadata) { own, _ in own } }
        return all.sorted { $0.key < $1.key }
    }
}
