// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The correlation ID of the provider's newest internal failure, by which the help desk finds the request's log lines.
final class LastFailure: Sendable {
    private let name = Mutex<String?>(nil)

    /// At most 64 letters, digits and hyphens; nil if there was no failure in this process.
    var correlationID: String? { name.withLock { $0 } }

    /// Stores an ID, unless it has characters that cannot be read to a help desk, or is too long.
    func note(_ correlationID: String) {
        let isName = correlationID.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
        guard isName, (1...64).contains(correlationID.utf8.count) else { return }
        name.withLock { $0 = correlationID }
    }
}
