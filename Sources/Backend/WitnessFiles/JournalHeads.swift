// SPDX-License-Identifier: EUPL-1.2

import WalletProvider

/// Compares how far the journals of a directory are known to have come with the files that are there now.
///
/// A file can be deleted or replaced while its process writes it. The process notices that at its next flush; this is how the others do.
struct JournalHeads {
    private let reader: JournalReader

    init(_ reader: JournalReader) { self.reader = reader }

    /// Checks that everything that a process has noted was read.
    ///
    /// - Parameters:
    ///   - tips: noted before the files were read.
    ///   - positions: how far each slot was read.
    /// - Throws: `AccountStoreError` with `journalIncomplete` for a slot that ends earlier, or with another block of that number.
    func require(_ tips: Set<JournalTip>, in positions: [Int: JournalReader.Position]) throws(AccountStoreError) {
        for tip in tips {
            guard let position = positions[tip.slot] else { throw incomplete(tip.slot) }
            // The segments that were read after the noted one begin with its last seal.
            guard position.segment <= tip.segment else { continue }
            guard position.segment == tip.segment, position.end.number >= tip.number,
                position.end.number > tip.number || position.end.seal == tip.seal
            else { throw incomplete(tip.slot) }
        }
    }

    /// Checks that the last block that was read of each slot stands where it stood. A segment that is gone is not looked at: a snapshot may have come
    /// in its place, and who follows the journal sees whether one has.
    ///
    /// - Throws: `AccountStoreError` with `journalIncomplete` when other bytes stand there; `unavailable`.
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
            .journalIncomplete, "\(reader.names.directory): slot \(slot) was replaced, or its end is missing, which is noted elsewhere")
    }
}
