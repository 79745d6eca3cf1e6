// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization

/// The operator's metrics of a running witness. Contains numbers only.
package struct WitnessStatus: Sendable, Hashable {
    /// True if the database was found to be older than the journals. Every request is then rejected.
    package var isBehind = false
    /// The number of accounts that were newer than the journals at the start.
    package var ahead = 0
    /// The number of wallets kept in memory.
    package var wallets = 0
    /// The number of journal directories that are unreachable or could not be read the last time. If not 0, every request is rejected.
    package var unreadDirectories = 0
    /// The time of this process's last durable record; nil before the first.
    package var lastAppend: Timestamp?
    /// The number of rejected calls, by kind of error.
    package var refusals: [AccountStoreError.Code: Int] = [:]
}

/// The counters behind `WitnessStatus`.
final class WitnessTally: Sendable {
    private let state: Mutex<WitnessStatus>

    init(ahead: Int) { state = Mutex(WitnessStatus(ahead: ahead)) }

    var status: WitnessStatus { state.withLock { $0 } }

    func appended(at time: Timestamp) { state.withLock { $0.lastAppend = time } }

    func refused(_ code: AccountStoreError.Code) { state.withLock { $0.refusals[code, default: 0] += 1 } }
}
