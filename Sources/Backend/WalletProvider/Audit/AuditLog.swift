// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
package import HSM

/// The append-only log of what cannot be undone, written before it is done.
///
/// Every record's hash covers the former one's, and every hash is sealed with a key in the HSM: a record that is changed, removed from the
/// middle or put in between is found by `verify()`. Records cut off at the end are found by somebody who noted number and hash of the last one.
package struct AuditLog: Sendable {
    private let store: any AuditStore
    private let hsm: any HSM
    private let clock: @Sendable () -> Date

    /// The log in a store.
    package init(store: any AuditStore, hsm: any HSM, clock: @escaping @Sendable () -> Date) {
        self.store = store
        self.hsm = hsm
        self.clock = clock
    }

    /// Writes a record; it is on disk when this returns.
    ///
    /// - Throws: `AccountStoreError`, `HSMError`; then nothing may be done.
    package func record(_ act: AuditAct, by actor: AuditActor) async throws {
        let entry = act.entry(by: actor, at: Timestamp(clock()))
        // Another replica may write in between; then this record comes behind that one.
        for _ in 0..<Self.maximumTries {
            let last = try await store.lastAuditRecord()
            let (number, overflow) = (last?.number ?? 0).addingReportingOverflow(1)
            guard !overflow else { throw AccountStoreError(.damaged, "no number is left in the audit log") }
            let hash = Self.hash(of: entry, number: number, after: last?.hash)
            let seal = try await hsm.authenticationCode(over: hash, for: .auditLog)
            if try await store.append(AuditRecord(number: number, entry: entry, hash: hash, seal: seal)) { return }
        }
        throw AccountStoreError(.unavailable, "too many writers at the audit log")
    }

    /// Reads the whole log and checks every record.
    ///
    /// - Parameter body: gets every record that stands, in order.
    /// - Returns: the last record; nil for an empty log.
    /// - Throws: `AuditDamage` at the first record that does not stand; `AccountStoreError`, `HSMError`.
    package func verify(_ body: (AuditRecord) throws -> Void = { _ in }) async throws -> AuditRecord? {
        var last: AuditRecord?
        while true {
            // From the lowest number that there can be: a record before the first is no record of ours either.
            let records = try await store.auditRecords(after: last?.number ?? .min, limit: 500)
            guard !records.isEmpty else { return last }
            for record in records {
                let number = (last?.number ?? 0) + 1
                guard record.number >= number else { throw AuditDamage(number: number, kind: .changed) }
                guard record.number == number else { throw AuditDamage(number: number, kind: .missing) }
                guard record.hash == Self.hash(of: record.entry, number: number, after: last?.hash) else {
                    throw AuditDamage(number: number, kind: .changed)
                }
                guard isEqualInConstantTime(try await hsm.authenticationCode(over: record.hash, for: .auditLog), record.seal) else {
                    throw AuditDamage(number: number, kind: .notSealedHere)
                }
                try body(record)
                last = record
            }
        }
    }

    private static func hash(of entry: [UInt8], number: Int64, after former: [UInt8]?) -> [UInt8] {
        let position = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) }
        return Array(SHA256.hash(data: (former ?? [UInt8](repeating: 0, count: 32)) + position + entry))
    }

    private static let maximumTries = 100
}

/// The first record of an audit log that does not stand.
package struct AuditDamage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The number that it should have, 1 or more.
    package let number: Int64
    /// What is wrong with it.
    package let kind: Kind

    /// A record that does not stand.
    package init(number: Int64, kind: Kind) {
        self.number = number
        self.kind = kind
    }

    /// Ways in which a record does not stand.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// There is no record of this number, but there are later ones.
        case missing
        /// The hash is not that of the record and the one before; or a record stands before the first.
        case changed
        /// The hash was not sealed by this HSM.
        case notSealedHere = "not sealed here"
    }

    /// Number and kind, for the operator.
    package var description: String { "record \(number) of the audit log: \(kind.rawValue)" }
}
