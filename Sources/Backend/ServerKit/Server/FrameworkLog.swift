// SPDX-License-Identifier: EUPL-1.2

import Logging
import Synchronization

/// The log of the HTTP framework. It is silent once the server is cancelled, because the framework reports each listener that a
/// cancellation closes as an error, and the reason of the cancellation would be lost among these.
struct FrameworkLog: LogHandler {
    /// Remembers that a server was cancelled.
    final class Cancellation: Sendable {
        private let isNoted = Mutex(false)

        /// Notes that the server was cancelled.
        func note() { isNoted.withLock { $0 = true } }

        /// True if the server was cancelled, or the present task, which may log before the cancellation is noted. A task of one request may
        /// be cancelled alone, so it is not noted.
        var isCancelled: Bool { Task.isCancelled || isNoted.withLock { $0 } }
    }

    private var logger: Logger
    private let cancellation: Cancellation

    /// The metadata of every line, besides the logger's own.
    var metadata: Logger.Metadata = [:]

    init(_ logger: Logger, until cancellation: Cancellation) {
        self.logger = logger
        self.cancellation = cancellation
    }

    /// The logger's level.
    var logLevel: Logger.Level {
        get { logger.logLevel }
        set { logger.logLevel = newValue }
    }

    /// The metadata value with this key.
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Passes an event to the logger.
    func log(event: LogEvent) {
        guard !cancellation.isCancelled else { return }
        let all = metadata.merging(event.metadata ?? [:]) { _, new in new }
        logger.log(
            level: event.level, event.message, metadata: all.isEmpty ? nil : all, source: event.source, file: event.file,
            function: event.function, line: event.line)
    }
}
