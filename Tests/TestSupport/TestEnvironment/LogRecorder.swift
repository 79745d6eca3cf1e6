// SPDX-License-Identifier: EUPL-1.2

package import Logging
import Synchronization

/// A logger that records all levels as text.
package final class LogRecorder: Sendable {
    private let recorded = Mutex<[String]>([])

    package init() {}

    /// A line for each event: level, message, and the metadata by name.
    package var lines: [String] { recorded.withLock { $0 } }

    /// All lines joined.
    package var text: String { lines.joined(separator: "\n") }

    /// A logger that records here.
    package var logger: Logger {
        var logger = Logger(label: "test") { _ in Handler(recorder: self) }
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let recorder: LogRecorder
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
            let text = all.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
            recorder.recorded.withLock { $0.append("\(event.level) \(event.message) \(text)") }
        }
    }
}
