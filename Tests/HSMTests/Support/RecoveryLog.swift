// SPDX-License-Identifier: EUPL-1.2

import HSM
import Synchronization

/// The events of an HSM's recovery, and the clock of its pauses, which moves only when a test moves it.
final class RecoveryLog: Sendable {
    private let instant = Mutex(ContinuousClock.now)
    private let noted = Mutex<[HSMRecoveryEvent]>([])

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(by duration: Duration) { instant.withLock { $0 = $0.advanced(by: duration) } }

    /// All events, oldest first.
    var events: [HSMRecoveryEvent] { noted.withLock { $0 } }

    func note(_ event: HSMRecoveryEvent) { noted.withLock { $0.append(event) } }
}
