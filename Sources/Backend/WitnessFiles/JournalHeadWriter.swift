// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

/// Writes the own slot's file of tips when there is news.
final class JournalHeadWriter: Sendable {
    private let directories: JournalDirectories
    private let followers: JournalFollowers
    private let slot: Int
    private let queue = DispatchQueue(label: "witness-tips")
    private let written = Mutex<Set<JournalTip>>([])

    /// - Parameter followers: know what other machines have noted; they are not asked here, for they may hang.
    init(_ directories: JournalDirectories, _ followers: JournalFollowers, slot: Int) {
        self.directories = directories
        self.followers = followers
        self.slot = slot
    }

    /// - Parameter certain: how far the own slot, or one that was compacted for nobody, is on the disk for certain. What others have noted
    ///   is so, too: only that is passed on.
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
