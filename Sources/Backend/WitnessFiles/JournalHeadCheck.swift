// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// Compares the known ends of a directory's journals with its current files.
///
/// A file can be deleted or replaced while its process writes it. That process notices this at its next flush; other processes notice it by
/// comparing heads.
struct JournalHeadCheck {
    private let reader: JournalReader

    init(_ reader: JournalReader) { self.reader = reader }

    /// Checks that all recorded heads were read.
    ///
    /// - Parameters:
    ///   - heads: the heads recorded before the files were read.
    ///   - positions: the read position in each slot.
    /// - Throws: `AccountStoreError` with `journalIncomplete` for a slot that ends earlier or has a different block with this number.
    func require(_ heads: Set<JournalHead>, in positions: [Int: JournalReader.Position]) throws(AccountStoreError) {
        for head in heads {
            guard let position = positions[head.slot] else { throw incomplete(head.slot) }
            // The segment after the recorded one starts with the recorded seal.
            guard position.segment <= head.segment else { continue }
            guard position.segment == head.segment, position.end.number >= head.number,
                position.end.number > head.number || position.end.seal == head.seal
            else { throw incomplete(head.slot) }
        }
    }

    /// Checks that the last block read of each slot is unchanged. Skips a missing segment, because a snapshot may have replaced it; the
    /// follower checks that.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` if the bytes differ; `unavailable`.
    func require(_ positions: [Int: JournalReader.Position]) throws(AccountStoreError) {
        for (slot, position) in positions where position.end.number > 0 {
            let path = reader.names.segment(slot, position.segment)
            let place = position.end.length - JournalCrypto.sealLength
            do {
                let seal = try reader.names.files.read(path, place, JournalCrypto.sealLength)
                guard seal == position.end.seal else { throw incomplete(slot) }
            } catch let error as AccountStoreError {
                throw error
            } catch {
                guard try !reader.names.files.isThere(path) else {
                    throw AccountStoreError(.unavailable, "\(path) cannot be read")
                }
            }
        }
    }

    private func incomplete(_ slot: Int) -> AccountStoreError {
        AccountStoreError(
            .journalIncomplete, "\(reader.names.directory): slot \(slot) was replaced, or its end, which another file records, is missing")
    }
}
