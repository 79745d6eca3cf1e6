// SPDX-License-Identifier: EUPL-1.2

import GRDB
import ProviderProtocol
import Synchronization
import WalletProvider

/// Where the next clean-up of messages goes on; see `SQLiteAccountStore.removeMessages`.
final class MessageSweep: Sendable {
    private let lastID = Atomic<Int64>(0)

    /// The id of the last message that was looked at; 0 at the beginning of a round. A new process begins a round.
    var place: Int64 {
        get { lastID.load(ordering: .relaxed) }
        set { lastID.store(newValue, ordering: .relaxed) }
    }
}

extension SQLiteAccountStore {
    /// The number of messages of one batch, which is a transaction of its own. Measured with 200,000 messages: 0.4 ms for a batch without
    /// an old message, 12 ms for one of old messages, and as many frames of the write-ahead log per message as with an index of times.
    /// Larger batches take fewer frames, but other writes wait longer.
    private static let messagesAtOnce = 1000

    /// The number of batches without an old message after which the sweep ends until the next call.
    private static let batchesInVain = 10

    /// Removes the messages recorded longer ago than a retention time. There is no index of times, which each message would have to change.
    ///
    /// Ids grow with time, so the first pass goes up from the lowest id, batch by batch, and ends at the first batch without an old
    /// message. While the clock never goes back, that finds all of them.
    ///
    /// A clock that was ahead and was set back leaves messages that are not old below those that are. So a second pass, the sweep, goes
    /// on where that of the last call ended, round the whole table, and ends after 10 batches without an old message. Among n messages,
    /// one that is old is found by the first pass or, at the latest, within n ÷ 10,000 + 1 calls; `ProviderServer` makes one a minute.
    /// Only batches in vain are counted, so that removal keeps up with any load, and a call costs little more than what it removes.
    ///
    /// Each batch compares the stored time with the clock, so a message that is not old stays wherever it is. After an error, what was
    /// removed stays removed. A cancelled task begins no further batch, so that a server stops although much is left.
    ///
    /// - Parameter retention: milliseconds; a message that is exactly this old stays.
    func removeMessages(after retention: Int64) async throws(AccountStoreError) {
        guard let low = try await removeMessages(after: retention, from: 0, batchesInVain: 1) else {
            messageSweep.place = 0
            return
        }
        let start = max(low, messageSweep.place)
        messageSweep.place = try await removeMessages(after: retention, from: start, batchesInVain: Self.batchesInVain) ?? 0
    }

    /// - Parameter start: the id below the first one to look at.
    /// - Returns: the last id looked at; nil if it was that of the last message.
    private func removeMessages(
        after retention: Int64, from start: Int64, batchesInVain limit: Int
    ) async throws(AccountStoreError) -> Int64? {
        var place = start
        var inVain = 0
        while inVain < limit, !Task.isCancelled {
            let batch = try await writing { [place] database, now in
                try Self.removeBatch(from: place, before: now.advanced(byMilliseconds: -retention), in: database)
            }
            guard let last = batch.last else { return nil }
            place = last
            if batch.removed == 0 { inVain += 1 }
        }
        return place
    }

    /// - Returns: the batch's last id, nil if no batch follows; and the number of messages removed.
    private static func removeBatch(
        from start: Int64, before end: Timestamp, in database: Database
    ) throws -> (last: Int64?, removed: Int) {
        let row = try database.row(
            sql: "SELECT id FROM message WHERE id > ? ORDER BY id LIMIT 1 OFFSET \(messagesAtOnce - 1)", arguments: [start])
        let last = try row?.value(Int64.self, "id")
        try database.perform(
            sql: "DELETE FROM message WHERE id > ? AND id <= ? AND recorded_at < ?",
            arguments: [start, last ?? Int64.max, end.milliseconds])
        return (last, database.changesCount)
    }
}
