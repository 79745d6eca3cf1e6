// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// Follows all directories at once, so that one that hangs delays no other.
struct JournalFollowers: Sendable {
    private let own: JournalFollower
    private let peers: [JournalFollower]

    /// - Parameters:
    ///   - readers: of all directories, this process's own first.
    ///   - content: what was read of them already.
    init(_ readers: [JournalReader], ownSlot: Int, after content: JournalDirectories.Content, _ patience: JournalPatience) {
        own = JournalFollower(readers[0], directory: 0, ownSlot: ownSlot, after: content, patience)
        peers = readers.enumerated().dropFirst().map { number, reader in
            JournalFollower(reader, directory: number, ownSlot: nil, after: content, patience)
        }
    }

    /// Hands over what is new.
    ///
    /// - Throws: `AccountStoreError`, the own directory's first; what the others have is handed over all the same.
    func readNews(_ body: @escaping JournalFollower.Take) async throws(AccountStoreError) {
        if let failure = await ask([own] + peers, { await $0.readNews(body) }) { throw failure }
    }

    /// Looks how far the processes of all directories have noted to have come, and whether what was read is still there; then `peerTips` says so
    /// of other machines.
    ///
    /// - Returns: why one of them could not be read, or what is missing.
    func readTips() async -> AccountStoreError? { await ask([own] + peers) { await $0.readTips() } }

    /// What the processes of other machines had noted when they were read last: all that was on the disk once.
    var peerTips: Set<JournalTip> { peers.reduce(into: []) { $0.formUnion($1.tips) } }

    /// How far another process's slot of the own directory was read; nil when it was not.
    func position(ofSlot slot: Int) -> JournalReader.Position? { own.position(ofSlot: slot) }

    /// How many directories do not answer, or could not be followed the last time.
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
