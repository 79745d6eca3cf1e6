// SPDX-License-Identifier: EUPL-1.2

import Crypto
package import Foundation
package import HSM

/// An append-only log of irreversible acts. Each act is recorded before it is carried out.
///
/// Each record's hash covers the previous hash and is sealed with a key in the HSM. `verify()` therefore finds records that were changed,
/// inserted, or removed from the middle. To detect records cut off at the end, compare with a copy of the last record's number and hash.
package struct AuditLog: Sendable {
    private let store: any AuditStore
    private let hsm: any HSM
    private let clock: @Sendable () -> Date

    package init(store: any AuditStore, hsm: any HSM, clock: @escaping @Sendable () -> Date) {
        self.store = store
        self.hsm = hsm
        self.clock = clock
    }

    /// Appends a record, which is on disk when this returns.
    ///
    /// - Throws: `AccountStoreError`, `HSMError`; after an error the act must not be carried out.
    package func record(_ act: AuditAct, by actor: AuditActor) async throws {
        let entry = act.entry(by: actor, at: Timestamp(clock()))
        // Another replica may append first; this record then takes the next number.
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
    /// - Parameter body: receives every valid record, in order.
    /// - Returns: the last record; nil for an empty log.
    /// - Throws: `AuditDamage` at the first invalid record; `AccountStoreError`, `HSMError`.
    package func verify(_ body: (AuditRecord) throws -> Void = { _ in }) async throws -> AuditRecord? {
        var last: AuditRecord?
        while true {
            // Start at the lowest possible number: a record before number 1 is also damage.
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

/// The first invalid record of an audit log.
package struct AuditDamage: Error, Sendable, Hashable, CustomStringConvertible {
    /// The expected number of the record, 1 or more.
    package let number: Int64
    package let kind: Kind

    package init(number: Int64, kind: Kind) {
        self.number = number
        self.kind = kind
    }

    /// The ways in which a record can be invalid.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The record is missing, but later records exist.
        case missing
        /// The hash does not match the record and its predecessor, or the record precedes the first record.
        case changed
        /// The hash was not sealed by this HSM.
        case notSealedHere = "not sealed here"
    }

    /// Number and kind, for the operator.
    package var description: String { "record \(number) of the audit log: \(kind.rawValue)" }
}
