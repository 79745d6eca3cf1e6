// SPDX-License-Identifier: EUPL-1.2

package import Deadlines
package import Foundation
package import HSM
import ProviderProtocol
import Synchronization
package import WalletProvider

/// The witness of one database: journals in a directory, compared with the database before it is served.
///
/// - SeeAlso: Documentation/Operations/witness.md; Documentation/witness.md.
package struct Witness: Sendable {
    /// The witnessed store to use instead of the original store.
    package let store: WitnessedStore
    /// The journals; close them at the end.
    package let journals: WitnessJournals
    /// The number of accounts that the database changed since the journals were written.
    package let ahead: Int
    private let clock: @Sendable () -> Date
    private let unusedAccountLifetime: Int64

    /// The reason for rejecting a database.
    package enum Rejection: Error, Sendable, Hashable {
        /// Accounts exist but no journal.
        case noJournals
        /// The database is older than its witness.
        case behind(WitnessComparison.Findings)
    }

    /// The purpose for which a witness is opened.
    package enum Use: Sendable {
        /// For serving: compares the database with its witness.
        case serving
        /// For a command beside a server that has made the comparison.
        case beside
    }

    /// Opens a witness. For an empty database it starts a new witness.
    ///
    /// - Parameters:
    ///   - directory: the directory of the journals.
    ///   - peers: the directories of other machines with journals of the same database. With peers, a machine without journals may join.
    ///   - peerFiles: the file access for the peers' directories.
    ///   - timeouts: the time limits for the peers' directories, and for writes to the own journal.
    ///   - unusedAccountLifetime: milliseconds after which the database removes accounts that were never used.
    ///   - clock: approximately the store's clock.
    ///   - report: receives write failures, and one report if the database was restored from a backup.
    /// - Throws: `Rejection`; `AccountStoreError` like `WitnessJournals`; `HSMError`. After an error nothing is changed.
    package static func open(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, and peers: [String] = [], hsm: any HSM,
        for use: Use, peerFiles: JournalFiles = .system, timeouts: Timeouts,
        unusedAccountLifetime: Int64, clock: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws -> Witness {
        var joins = false
        if try !WitnessJournals.exist(in: directory), try await !isEmpty(store) {
            joins = try await WitnessJournals.peersExist(peers, timeouts: timeouts, hsm: hsm, files: peerFiles)
            guard joins else { throw Rejection.noJournals }
        }
        let journals = try await WitnessJournals(
            directory: directory, peers: peers, joins: joins, peerFiles: peerFiles, timeouts: timeouts, hsm: hsm,
            unusedLimit: { Self.unusedLimit(Timestamp(clock()), unusedAccountLifetime) }, clock: clock, report: report)
        let ledger = journals.takeLedger()
        do {
            var ahead = 0
            if case .serving = use {
                let findings = try await WitnessComparison(
                    store, with: ledger, unusedAccountLifetime: unusedAccountLifetime, now: Timestamp(clock())
                ).findings()
                guard !findings.isBehind else { throw Rejection.behind(findings) }
                ahead = findings.ahead
            }
            try await journals.recordHeads()
            let witnessed = WitnessedStore(
                store, journal: journals, ledger: ledger, ownWallets: journals.ownWallets, ahead: ahead, clock: clock, report: report)
            if case .serving = use { try await witnessed.witnessDeregistrations() }
            return Witness(
                store: witnessed, journals: journals, ahead: ahead, clock: clock, unusedAccountLifetime: unusedAccountLifetime)
        } catch {
            await journals.close()
            throw error
        }
    }

    /// Returns the time before which unused wallets may be forgotten, with an hour's margin for clock differences.
    private static func unusedLimit(_ now: Timestamp, _ lifetime: Int64) -> Timestamp {
        now.advanced(byMilliseconds: -lifetime).advanced(byMilliseconds: -3_600_000)
    }

    // MARK: In operation

    /// Maintains the witness until cancelled. At each interval it reads the other journals in advance of requests, compares the latest
    /// changes of all journals with the database, and records the ends of all journals. Once a minute it makes the snapshots that are due.
    ///
    /// - Parameters:
    ///   - interval: the interval between two checks.
    ///   - report: receives the failures of snapshots, and the first of consecutive failures to record heads. Failures to read a journal
    ///     are reported to the requests that need it.
    package func follow(
        every interval: Duration = .seconds(1), on clock: some Clock<Duration> = .continuous,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async {
        let (minute, day) = (max(1, Int(.seconds(60) / interval)), max(1, Int(.seconds(86_400) / interval)))
        let look = OneAtATime()
        await withDiscardingTaskGroup { group in
            var (looks, hasFailed) = (0, false)
            while !Task.isCancelled {
                looks += 1
                // Does not delay the heads, which do not need the database.
                group.addTask { await look.run { try? await store.checkLatest() } }
                do {
                    try await journals.recordHeads()
                    hasFailed = false
                } catch {
                    if !hasFailed { report(error) }
                    hasFailed = true
                }
                if looks.isMultiple(of: day) { forgetInMemory() }
                // Runs concurrently, because it may take long.
                if looks.isMultiple(of: minute) { group.addTask { await compactIfDue(report) } }
                try? await clock.sleep(for: interval)
            }
        }
    }

    /// Performs one check.
    ///
    /// - Parameter compacts: true makes snapshots of all journals that no other process writes, and removes expired data.
    /// - Throws: `AccountStoreError` if the heads cannot be recorded or an abandoned journal cannot be compacted.
    package func look(compacts: Bool) async throws {
        try? await store.checkLatest()
        if compacts {
            forgetInMemory()
            try await journals.maintain(all: true)
        }
        try await journals.recordHeads()
    }

    private func compactIfDue(_ report: @Sendable (any Error) -> Void) async {
        do {
            try await journals.maintain()
        } catch {
            report(error)
        }
    }

    private func forgetInMemory() { store.forget(unusedBefore: Self.unusedLimit(Timestamp(clock()), unusedAccountLifetime)) }

    // MARK: Operator commands

    /// Accepts the present journals, although recorded data or segments after a snapshot are missing. Writes the acceptance to the audit
    /// log first, unless a process is still writing or a snapshot is unreadable.
    ///
    /// - Throws: `AccountStoreError`, `HSMError`.
    package static func acceptLoss(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, hsm: any HSM, by actor: AuditActor,
        clock: @escaping @Sendable () -> Date
    ) async throws {
        try WitnessJournals.checkOwner(of: directory)
        try await WitnessJournals.acceptLoss(in: directory, hsm: hsm) {
            try await AuditLog(store: store, hsm: hsm, clock: clock).record(.acceptWitnessLoss, by: actor)
        }
    }

    /// Starts a new witness from the current database. Existing journals are moved aside.
    ///
    /// - Returns: the path to which they were moved; nil if there were none.
    /// - Throws: `AccountStoreError`, `HSMError`.
    package static func begin(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, timeouts: Timeouts, hsm: any HSM,
        by actor: AuditActor, clock: @escaping @Sendable () -> Date
    ) async throws -> String? {
        try WitnessJournals.checkOwner(of: directory)
        try WitnessJournals.requireNoWriter(in: directory)
        try await AuditLog(store: store, hsm: hsm, clock: clock).record(.beginWitness, by: actor)
        let place = try WitnessJournals.setAside(in: directory, name: "set-aside-\(Timestamp(clock()).milliseconds)")
        let journals = try await WitnessJournals(directory: directory, timeouts: timeouts, hsm: hsm)
        do {
            if let revocation = try await store.solutionRevocation() { try await journals.append(.solution(revocation.date)) }
            var last: WalletID?
            while case let accounts = try await store.witnessedAccounts(after: last, limit: 1000), let end = accounts.last {
                try await journals.append(all: accounts.map(WitnessRecord.account))
                last = end.walletID
            }
        } catch {
            await journals.close()
            throw error
        }
        await journals.close()
        return place
    }

    /// Compares the database with the witness and writes the more restrictive state to accounts that are behind. Writes this to the audit
    /// log first.
    ///
    /// - Parameter writes: false only compares.
    /// - Throws: like `open`, except `behind`.
    package static func compare(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, and peers: [String] = [], timeouts: Timeouts,
        hsm: any HSM, writes: Bool, by actor: AuditActor, unusedAccountLifetime: Int64, clock: @escaping @Sendable () -> Date
    ) async throws -> WitnessComparison.Findings {
        let joins = try !WitnessJournals.exist(in: directory)
        if joins, try await !WitnessJournals.peersExist(peers, timeouts: timeouts, hsm: hsm) { throw Rejection.noJournals }
        let ledger = try await WitnessJournals.ledger(in: directory, and: peers, joins: joins, timeouts: timeouts, hsm: hsm)
        let comparison = WitnessComparison(
            store, with: ledger, unusedAccountLifetime: unusedAccountLifetime, now: Timestamp(clock()))
        let findings = try await comparison.findings()
        guard writes, findings.isBehind else { return findings }
        try await AuditLog(store: store, hsm: hsm, clock: clock).record(.reconcileWithWitness(accounts: findings.behind), by: actor)
        return try await comparison.reconcile()
    }

    private static func isEmpty(_ store: any AccountStore & WitnessedAccounts) async throws -> Bool {
        guard try await store.witnessedAccounts(after: nil, limit: 1).isEmpty else { return false }
        return try await store.solutionRevocation() == nil
    }
}

/// Runs work that is skipped while an earlier run is still in progress.
private final class OneAtATime: Sendable {
    private let isBusy = Mutex(false)

    func run(_ body: () async -> Void) async {
        let wasBusy = isBusy.withLock { isBusy in
            defer { isBusy = true }
            return isBusy
        }
        guard !wasBusy else { return }
        await body()
        isBusy.withLock { $0 = false }
    }
}

extension Witness.Rejection: CustomStringConvertible {
    /// One sentence for the operator, with counts and without ids.
    package var description: String {
        switch self {
        case .noJournals: "There are accounts, but their witness has no journal."
        case .behind(let findings): "The database is older than its witness: \(findings.text)."
        }
    }
}
