// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import WalletProvider

/// The followers of all directories. They work concurrently, so that a hanging directory delays no other.
struct JournalFollowers: Sendable {
    private let own: JournalFollower
    private let peers: [JournalFollower]

    /// - Parameters:
    ///   - readers: the readers of all directories, the own directory first.
    ///   - content: the content that was read already.
    init(_ readers: [JournalReader], ownSlot: Int, after content: JournalDirectories.Content, _ timeouts: Timeouts) {
        own = JournalFollower(readers[0], directory: 0, ownSlot: ownSlot, after: content, timeouts)
        peers = readers.enumerated().dropFirst().map { number, reader in
            JournalFollower(reader, directory: number, ownSlot: nil, after: content, timeouts)
        }
    }

    /// Passes on the new records of all directories.
    ///
    /// A request waits until its own deadline. Other work waits as long as the follower's limit, so it needs a timer for each directory.
    ///
    /// - Throws: `AccountStoreError`, preferably the error of the own directory. Records of readable directories are passed on
    ///   nevertheless.
    func readNews(_ body: @escaping JournalFollower.Take) async throws(AccountStoreError) {
        let failure =
            if let deadline = Deadline.current, !deadline.letsWorkEnd {
                await readNewsInTime(body)
            } else {
                await ask([own] + peers) { await $0.readNews(body) }
            }
        if let failure { throw failure }
    }

    /// Waits for all directories together, at most until the request's deadline.
    private func readNewsInTime(_ body: @escaping JournalFollower.Take) async -> AccountStoreError? {
        let followers = [own] + peers
        let errors = JournalErrors(unanswered: followers.map(\.unresponsive))
        let late: @Sendable () -> AccountStoreError?? = { .some(errors.first) }
        return await Deadline.awaitReply(orLate: late) { (reply: Reply<AccountStoreError?>) in
            for (number, follower) in followers.enumerated() {
                follower.readNews(body) { error in
                    if errors.take(error, of: number) { reply.give(errors.first) }
                }
            }
        }
    }

    /// Reads the heads of all directories, and checks that the data read so far is still in place. `peerHeads` then returns the heads of
    /// other machines.
    ///
    /// - Returns: the error if a directory is unreadable or lacks data; otherwise nil.
    func readHeads() async -> AccountStoreError? { await ask([own] + peers) { await $0.readHeads() } }

    /// The heads that the processes of other machines had recorded at the last read. The blocks up to these heads were durable.
    var peerHeads: Set<JournalHead> { peers.reduce(into: []) { $0.formUnion($1.heads) } }

    /// Returns the read position in another process's slot of the own directory; nil if the slot was not read.
    func position(ofSlot slot: Int) -> JournalReader.Position? { own.position(ofSlot: slot) }

    /// The number of directories that do not respond or could not be read the last time.
    var unread: Int { ([own] + peers).count(where: \.isUnread) }

    private func ask(
        _ followers: [JournalFollower], _ question: @escaping @Sendable (JournalFollower) async -> AccountStoreError?
    ) async -> AccountStoreError? {
        guard followers.count > 1 else { return if let only = followers.first { await question(only) } else { nil } }
        return await withTaskGroup(of: (Int, AccountStoreError?).self) { group in
            for (number, follower) in followers.enumerated() { group.addTask { (number, await question(follower)) } }
            var failures: [(Int, AccountStoreError)] = []
            for await case (let number, let error?) in group { failures.append((number, error)) }
            return failures.min { $0.0 < $1.0 }?.1
        }
    }
}
