// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// Compares the known ends of a directory's journals with its current files.
///
/// A file can be deleted or replaced while its process writes it. That process notices this at its next flush; other processes notice it by
/// comparing heads.
struct JournalHeads {
    private let reader: JournalReader

    init(_ reader: JournalReader) { self.reader = reader }

    /// Checks that all recorded tips were read.
    ///
    /// - Parameters:
    ///   - tips: the tips recorded before the files were read.
    ///   - positions: the read position in each slot.
    /// - Throws: `AccountStoreError` with `journalIncomplete` for a slot that ends earlier or has a different block with this number.
    func require(_ tips: Set<JournalTip>, in positions: [Int: JournalReader.Position]) throws(AccountStoreError) {
        for tip in tips {
            guard let position = positions[tip.slot] else { throw incomplete(tip.slot) }
            // The segment after the recorded one starts with the recorded seal.
            guard position.segment <= tip.segment else { continue }
            guard position.segment == tip.segment, position.end.number >= tip.number,
                position.end.number > tip.number || position.end.seal == tip.seal
            else { throw incomplete(tip.slot) }
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
