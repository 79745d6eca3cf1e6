// SPDX-License-Identifier: EUPL-1.2

/// The storage of the audit log. Records are append-only; the database enforces this, too.
package protocol AuditStore: Sendable {
    /// Returns the record with the highest number, or nil if the log is empty.
    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord?

    /// Appends a record.
    ///
    /// - Returns: false if the number is taken or does not follow the highest number. Nothing is added in that case.
    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool

    /// Returns up to `limit` records with a number above `number`, in ascending order.
    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord]
}

/// A stored record of the audit log.
package struct AuditRecord: Sendable, Hashable {
    /// Sequence number, from 1, without gaps.
    package let number: Int64
    /// The act about to be carried out, as JSON. The hash covers exactly these bytes.
    package let entry: [UInt8]
    /// SHA-256 of the previous record's hash (32 zero bytes for the first), the number as eight bytes big-endian, and the entry.
    package let hash: [UInt8]
    /// HMAC of the hash under a key in the HSM, 32 bytes. Without the HSM, write access to the database is not enough to forge a chain.
    package let seal: [UInt8]

    package init(number: Int64, entry: [UInt8], hash: [UInt8], seal: [UInt8]) {
        self.number = number
        self.entry = entry
        self.hash = hash
        self.seal = seal
    }
}
