// SPDX-License-Identifier: EUPL-1.2

import Synchronization

/// The newest name that the provider has given to a failure of its own: by it the help desk finds the log lines of that request.
final class LastFailure: Sendable {
    private let name = Mutex<String?>(nil)

    /// Letters, digits and hyphens, at most 64; nil when there was no failure in this process.
    var correlationID: String? { name.withLock { $0 } }

    /// Keeps a name, unless it is none that could be read to a help desk.
    func note(_ correlationID: String) {
        let isName = correlationID.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
        }
        guard isName, (1...64).contains(correlationID.utf8.count) else { return }
        name.withLock { $0 = correlationID }
    }
}
