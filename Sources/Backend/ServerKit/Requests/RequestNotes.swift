// SPDX-License-Identifier: EUPL-1.2

package import Logging
import Synchronization

/// Log data that the work of a request adds to the request's log line.
///
/// The line is written when the answer is ready. Work that continues after its request was answered at the deadline comes too late for the
/// line, and writes its own.
package final class RequestNotes: Sendable {
    /// Nil once the request's line was written.
    private let metadata = Mutex<Logger.Metadata?>([:])

    package init() {}

    /// Adds data to the request's line. It must not contain received data.
    ///
    /// - Returns: false if the line was written before.
    package func add(_ further: Logger.Metadata) -> Bool {
        metadata.withLock { metadata in
            guard let earlier = metadata else { return false }
            metadata = earlier.isEmpty ? further : earlier.merging(further) { _, new in new }
            return true
        }
    }

    /// Returns the data for the line. Later data is refused.
    func close() -> Logger.Metadata {
        metadata.withLock { $0.take() } ?? [:]
    }
}
