// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

/// Writes the tips file of the own slot if there is news.
final class JournalHeadWriter: Sendable {
    private let directories: JournalDirectories
    private let followers: JournalFollowers
    private let slot: Int
    private let queue = DispatchQueue(label: "witness-tips")
    private let written = Mutex<Set<JournalTip>>([])

    /// - Parameter followers: provide the tips of other machines as last read. The machines themselves are not queried here, because they
    ///   may hang.
    init(_ directories: JournalDirectories, _ followers: JournalFollowers, slot: Int) {
        self.directories = directories
        self.followers = followers
        self.slot = slot
    }

    /// - Parameter certain: the durable end of the own slot, or of an abandoned slot that was just compacted. Tips recorded by other
    ///   processes are durable, too. Only durable tips are passed on.
    func note(_ certain: JournalTip...) async throws(AccountStoreError) {
        let error: AccountStoreError? = await withCheckedContinuation { continuation in
            queue.async { [self] in
                do throws(AccountStoreError) {
                    try write(certain)
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
        if let error { throw error }
    }

    private func write(_ certain: [JournalTip]) throws(AccountStoreError) {
        let tips = try directories.ownTips().union(followers.peerTips).union(certain).farthest
        guard written.withLock({ $0 != tips }) else { return }
        try JournalTips(reader: directories.readers[0]).write(tips, for: slot)
        written.withLock { $0 = tips }
    }
}
