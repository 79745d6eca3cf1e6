// SPDX-License-Identifier: EUPL-1.2

import JSON
import WalletProvider

/// The header of a file: the content of its first block.
struct JournalHeader: Sendable, Hashable {
    enum Kind: String, Sendable {
        case segment, snapshot
    }

    let slot: Int
    let number: Int
    let kind: Kind
    /// The seal of the last block before this file. For a snapshot: the last seal of the last segment it replaces.
    let after: [UInt8]

    /// Format 2 has intents, which a program that knows only format 1 would take for damage.
    let format: Int64

    /// The format of new files.
    static let format: Int64 = 2

    init(slot: Int, number: Int, kind: Kind, after: [UInt8], format: Int64 = Self.format) {
        self.format = format
        self.slot = slot
        self.number = number
        self.kind = kind
        self.after = after
    }

    func encode() -> [UInt8] {
        let object: JSONObject = [
            "format": .integer(format), "slot": .integer(Int64(slot)), "number": .integer(Int64(number)),
            "kind": .string(kind.rawValue), "after": .string(Base64URL.encode(after)),
        ]
        return object.encode()
    }

    init(parsing content: ArraySlice<UInt8>, path: String) throws(AccountStoreError) {
        do {
            var reader = JSONReader(try JSONObject(parsing: Array(content)))
            let format = try reader.integer("format")
            guard (1...Self.format).contains(format) else {
                throw AccountStoreError(.newerVersion, "\(path) was written by a newer version of this program")
            }
            guard let kind = Kind(rawValue: try reader.string("kind")) else { throw AccountStoreError(.journalDamaged, path) }
            self.init(
                slot: Int(try reader.integer("slot")), number: Int(try reader.integer("number")), kind: kind,
                after: try reader.bytes("after"), format: format)
            try reader.finish()
        } catch let error as AccountStoreError {
            throw error
        } catch {
            throw AccountStoreError(.journalDamaged, "\(path) has no header")
        }
    }

    func misplaced(_ path: String) -> AccountStoreError {
        AccountStoreError(.journalDamaged, "\(path) is of another place among the journals")
    }
}
