// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization

/// What an operator sees of a running witness. Numbers only.
package struct WitnessStatus: Sendable, Hashable {
    /// Whether the database was found to be older than the journals; nothing is served then.
    package var isBehind = false
    /// How many accounts were newer than the journals at the start.
    package var ahead = 0
    /// How many wallets are known by heart.
    package var wallets = 0
    /// How many directories with journals do not answer, or could not be followed the last time; nothing is served then.
    package var unreadDirectories = 0
    /// When this process last wrote a record that is on the disk; nil before the first.
    package var lastAppend: Timestamp?
    /// How many calls were refused, by the kind of error.
    package var refusals: [AccountStoreError.Code: Int] = [:]
}

/// Counts for `WitnessStatus`.
final class WitnessTally: Sendable {
    private let state: Mutex<WitnessStatus>

    init(ahead: Int) { state = Mutex(WitnessStatus(ahead: ahead)) }

    var status: WitnessStatus { state.withLock { $0 } }

    func appended(at time: Timestamp) { state.withLock { $0.lastAppend = time } }

    func refused(_ code: AccountStoreError.Code) { state.withLock { $0.refusals[code, default: 0] += 1 } }
}
