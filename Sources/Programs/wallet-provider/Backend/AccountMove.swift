// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HSM
import PostgresClient
import Synchronization
import WalletProvider
import WalletProviderPostgres
import WalletProviderSQLite

/// A move of all accounts from SQLite to PostgreSQL, with the audit log.
struct AccountMove: Sendable {
    let source: SQLiteAccountStore
    let target: PostgresConfiguration
    let hsm: any HSM
    let clock: @Sendable () -> Date

    /// Moves all rows, adds a record of the move to the target's audit log, and marks the source as moved. A run after an interrupted run
    /// completes the move.
    ///
    /// - Returns: the number of rows of each table of the source.
    /// - Throws: `AccountMoveError`, `AuditDamage` if the source's audit log was changed or its keys differ, `AccountStoreError`,
    ///   `PostgresError`, `HSMError`. After an error the source is in use, unless it has its mark: then the next run finds out whether
    ///   everything was moved.
    func run(by actor: AuditActor) async throws -> [AccountTable: Int64] {
        let last = try await AuditLog(store: source, hsm: hsm, clock: clock).verify()
        let following = FollowingRecord(last)
        try await AuditLog(store: following, hsm: hsm, clock: clock).record(.moveAccounts, by: actor)
        guard let record = following.record else { throw AccountStoreError(.unavailable, "the audit record was not made") }
        let migrator = PostgresMigrator(target)
        try await migrator.check(duringUnfinishedWork: true)
        do {
            return try await migrator.takeAccounts(from: source, announcing: record)
        } catch let error as PostgresError where error.code == .outcomeUnknown {
            // A new connection finds out what became of the commit.
            return try await migrator.takeAccounts(from: source, announcing: record)
        }
    }
}

/// An audit log that ends with a given record and stores the next record, which a different transaction writes.
private final class FollowingRecord: AuditStore {
    private let last: AuditRecord?
    private let next = Mutex<AuditRecord?>(nil)

    init(_ last: AuditRecord?) { self.last = last }

    var record: AuditRecord? { next.withLock { $0 } }

    func lastAuditRecord() async throws(AccountStoreError) -> AuditRecord? { last }

    func append(_ record: AuditRecord) async throws(AccountStoreError) -> Bool {
        next.withLock { $0 = record }
        return true
    }

    func auditRecords(after number: Int64, limit: Int) async throws(AccountStoreError) -> [AuditRecord] { [] }
}
