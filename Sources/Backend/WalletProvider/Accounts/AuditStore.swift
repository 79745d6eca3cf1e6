// SPDX-License-Identifier: EUPL-1.2

/// Where the audit log's records are. What is written is never changed or removed; the database refuses it, too.
package protocol AuditStore: Sendable {
    /// The record with the highest number; nil when there is none.
    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord?

    /// Adds a record.
    ///
    /// - Returns: false, and nothing was added, when its number is taken or does not follow the highest one.
    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool

    /// Up to `limit` records with a number above that one, in the order of their numbers.
    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord]
}

/// One line of the audit log as it is stored.
package struct AuditRecord: Sendable, Hashable {
    /// 1 for the first, and one more for each.
    package let number: Int64
    /// What is about to be done: JSON, in exactly these bytes.
    package let entry: [UInt8]
    /// SHA-256 over the former record's hash (32 zero bytes before the first), the number as eight bytes big-endian, and the entry.
    package let hash: [UInt8]
    /// HMAC over the hash by a key in the HSM, 32 bytes: whoever can write the database cannot make a chain.
    package let seal: [UInt8]

    /// A record.
    package init(number: Int64, entry: [UInt8], hash: [UInt8], seal: [UInt8]) {
        self.number = number
        self.entry = entry
        self.hash = hash
        self.seal = seal
    }
}
