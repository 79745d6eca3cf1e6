// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization
import WalletProvider

/// Writes the head file of the own slot if there is news.
final class JournalHeadWriter: Sendable {
    private let directories: JournalDirectories
    private let followers: JournalFollowers
    private let slot: Int
    private let queue = DispatchQueue(label: "witness-heads")
    private let written = Mutex<Set<JournalHead>>([])

    /// - Parameter followers: provide the heads of other machines as last read. The machines themselves are not queried here, because they
    ///   may hang.
    init(_ directories: JournalDirectories, _ followers: JournalFollowers, slot: Int) {
        self.directories = directories
        self.followers = followers
        self.slot = slot
    }

    /// - Parameter certain: the durable end of the own slot, or of an abandoned slot that was just compacted. Heads recorded by other
    ///   processes are durable, too. Only durable heads are passed on.
    func note(_ certain: JournalHead...) async throws(AccountStoreError) {
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

    private func write(_ certain: [JournalHead]) throws(AccountStoreError) {
        let heads = try directories.ownHeads().union(followers.peerHeads).union(certain).farthest
        guard written.withLock({ $0 != heads }) else { return }
        try JournalHeadFiles(reader: directories.readers[0]).write(heads, for: slot)
        written.withLock { $0 = heads }
    }
}
