// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletProvider

/// Replaces completed segments by a snapshot: the last state of every wallet that must be remembered.
///
/// The snapshot is durable under its final name before any file is removed. An interruption at any point leaves the slot's content
/// unchanged.
struct JournalCompaction {
    let reader: JournalReader
    let slot: Int

    /// Writes the snapshot and removes the segments it replaces.
    ///
    /// - Parameters:
    ///   - ended: the last segment to replace. It must be complete.
    ///   - seal: the seal of its last block. If the segment lacks data, no snapshot is made.
    func compact(upTo ended: Int, sealed seal: [UInt8], _ forgetting: JournalForgetting) throws(AccountStoreError) {
        guard let found = try reader.names.found()[slot] else { return }
        var (ledger, position) = try reader.ledger(of: slot, found, upTo: ended)
        guard position.segment == ended else { return }
        guard position.end.seal == seal else {
            throw AccountStoreError(.journalIncomplete, "\(reader.names.directory): slot \(slot) has become shorter")
        }
        ledger.forget(unusedBefore: forgetting.unusedLimit(), hasLeft: forgetting.deregistrations.contains)
        reader.pass("before snapshot")
        try write(ledger.records, upTo: ended, after: seal)
        forgetting.date(reader.names.snapshot(slot, ended))
        reader.pass("after snapshot")
        try removeLeftovers()
        reader.pass("after removal")
    }

    /// Removes files that a snapshot has replaced.
    func removeLeftovers() throws(AccountStoreError) {
        guard let found = try reader.names.found()[slot] else { return }
        for segment in found.segments where segment <= found.snapshot {
            remove(reader.names.segment(slot, segment))
            reader.pass("within removal")
        }
        for snapshot in found.olderSnapshots { remove(reader.names.snapshot(slot, snapshot)) }
        for path in try reader.names.unfinishedSnapshots(of: slot) { remove(path) }
    }

    private func write(_ records: [WitnessRecord], upTo ended: Int, after seal: [UInt8]) throws(AccountStoreError) {
        let path = reader.names.snapshot(slot, ended)
        var (number, former): (UInt64, [UInt8]) = (0, JournalCrypto.start)
        func block(_ content: [UInt8]) -> [UInt8] {
            let (bytes, seal) = JournalWriter.block(content, number: number, after: former, reader.crypto)
            (number, former) = (number + 1, seal)
            return bytes
        }
        var bytes = block(JournalHeader(slot: slot, number: ended, kind: .snapshot, after: seal).encode())
        var rest = records[...]
        while !rest.isEmpty {
            bytes += block(Array(rest.prefix(Self.batch).map { $0.encode() }.joined(separator: [UInt8(ascii: "\n")])))
            rest = rest.dropFirst(Self.batch)
        }
        // A final empty block proves that the snapshot is complete.
        bytes += block([])
        try AppendOnlyFile(creating: path, bytes, write: reader.write).close()
    }

    private func remove(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)
    }

    private static let batch = 256
}
