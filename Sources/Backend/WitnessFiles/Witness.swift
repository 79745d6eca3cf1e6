// SPDX-License-Identifier: EUPL-1.2

package import Foundation
package import HSM
import ProviderProtocol
import Synchronization
package import WalletProvider

/// The witness of one database: journals in a directory, compared with the database before anything is served.
///
/// - SeeAlso: the operations page, The witness.
package struct Witness: Sendable {
    /// The store to work with.
    package let store: WitnessedStore
    /// The journals; close them at the end.
    package let journals: WitnessJournals
    /// How many accounts the database has changed since the journals were written.
    package let ahead: Int
    private let clock: @Sendable () -> Date
    private let unusedAccountLifetime: Int64

    /// Why a database is not used.
    package enum Refusal: Error, Sendable, Hashable {
        /// There are accounts, but no journal.
        case noJournals
        /// The database is older than its witness.
        case behind(WitnessComparison.Findings)
    }

    /// What one is opened for.
    package enum Use: Sendable {
        /// To serve: the database is compared with its witness.
        case serving
        /// To change something beside a server, which has compared them.
        case beside
    }

    /// Opens a witness; with an empty database it begins by itself.
    ///
    /// - Parameters:
    ///   - directory: of the journals.
    ///   - peers: directories of other machines with journals about the same database. When there are some, a machine without any may join.
    ///   - peerFiles: how these are read.
    ///   - patience: how long these are waited for.
    ///   - unusedAccountLifetime: milliseconds after which the database drops accounts that were never used.
    ///   - clock: about the store's.
    ///   - report: gets failures to write, and once that the database went back.
    /// - Throws: `Refusal`; `AccountStoreError` as `WitnessJournals`; `HSMError`. Nothing was changed.
    package static func open(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, and peers: [String] = [], hsm: any HSM,
        for use: Use, peerFiles: JournalFiles = .system, patience: JournalPatience = .standard,
        unusedAccountLifetime: Int64, clock: @escaping @Sendable () -> Date, report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) async throws -> Witness {
        var joins = false
        if try !WitnessJournals.exist(in: directory), try await !isEmpty(store) {
            joins = try await WitnessJournals.peersExist(peers, hsm: hsm, files: peerFiles, patience: patience)
            guard joins else { throw Refusal.noJournals }
        }
        let journals = try await WitnessJournals(
            directory: directory, peers: peers, joins: joins, peerFiles: peerFiles, patience: patience, hsm: hsm,
            unusedLimit: { Self.unusedLimit(Timestamp(clock()), unusedAccountLifetime) }, clock: clock, report: report)
        let ledger = journals.takeLedger()
        do {
            var ahead = 0
            if case .serving = use {
                let findings = try await WitnessComparison(
                    store, with: ledger, unusedAccountLifetime: unusedAccountLifetime, now: Timestamp(clock())
                ).findings()
                guard !findings.isBehind else { throw Refusal.behind(findings) }
                ahead = findings.ahead
            }
            try await journals.noteTips()
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

    /// Wallets that were never used are dropped by the database after their time; an hour for clocks that differ.
    private static func unusedLimit(_ now: Timestamp, _ lifetime: Int64) -> Timestamp {
        now.advanced(byMilliseconds: -lifetime).advanced(byMilliseconds: -3_600_000)
    }

    // MARK: While it runs

    /// Follows the other journals, so that little is left to read when a wallet comes; holds the latest changes of all against the database; and
    /// notes how far all journals have come. Once a minute it looks which journals have not been put together for a day. Runs until it is cancelled.
    ///
    /// - Parameters:
    ///   - interval: between two looks.
    ///   - report: gets failures to note, the first of a row, and to put together. That a journal cannot be followed is told to whoever asks for a
    ///     wallet.
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
                // Beside the notes, which do not wait for the database.
                group.addTask { await look.run { try? await store.checkLatest() } }
                do {
                    try await journals.noteTips()
                    hasFailed = false
                } catch {
                    if !hasFailed { report(error) }
                    hasFailed = true
                }
                if looks.isMultiple(of: day) { forgetInMemory() }
                // Beside the looks, for it may take long.
                if looks.isMultiple(of: minute) { group.addTask { await compactWhatIsDue(report) } }
                try? await clock.sleep(for: interval)
            }
        }
    }

    /// One look.
    ///
    /// - Parameter compacts: puts snapshots in the place of all journals that no other process writes, and forgets what is over.
    /// - Throws: `AccountStoreError` when the tips cannot be noted, or an abandoned journal cannot be compacted.
    package func look(compacts: Bool) async throws {
        try? await store.checkLatest()
        if compacts {
            forgetInMemory()
            try await journals.maintain(all: true)
        }
        try await journals.noteTips()
    }

    private func compactWhatIsDue(_ report: @Sendable (any Error) -> Void) async {
        do {
            try await journals.maintain()
        } catch {
            report(error)
        }
    }

    private func forgetInMemory() { store.forget(unusedBefore: Self.unusedLimit(Timestamp(clock()), unusedAccountLifetime)) }

    // MARK: What operators do

    /// Goes on with the journals as they are, although something is missing that was noted or that came after a snapshot; announced in the audit log,
    /// unless a process still writes, or a snapshot cannot be read: then nothing is announced.
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

    /// Begins a witness with the database as it is. Journals that are there are moved out of the way.
    ///
    /// - Returns: where they were moved to; nil when there were none.
    /// - Throws: `AccountStoreError`, `HSMError`.
    package static func begin(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, hsm: any HSM, by actor: AuditActor,
        clock: @escaping @Sendable () -> Date
    ) async throws -> String? {
        try WitnessJournals.checkOwner(of: directory)
        try WitnessJournals.requireNoWriter(in: directory)
        try await AuditLog(store: store, hsm: hsm, clock: clock).record(.beginWitness, by: actor)
        let place = try WitnessJournals.setAside(in: directory, name: "set-aside-\(Timestamp(clock()).milliseconds)")
        let journals = try await WitnessJournals(directory: directory, hsm: hsm)
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

    /// Compares, and where the database is behind writes the worse of both, announced in the audit log.
    ///
    /// - Parameter writes: false only compares.
    /// - Throws: as `open`, but for `behind`.
    package static func compare(
        _ store: any AccountStore & AuditStore & WitnessedAccounts, in directory: String, and peers: [String] = [], hsm: any HSM,
        writes: Bool, by actor: AuditActor, unusedAccountLifetime: Int64, clock: @escaping @Sendable () -> Date
    ) async throws -> WitnessComparison.Findings {
        let joins = try !WitnessJournals.exist(in: directory)
        if joins, try await !WitnessJournals.peersExist(peers, hsm: hsm) { throw Refusal.noJournals }
        let ledger = try await WitnessJournals.ledger(in: directory, and: peers, joins: joins, hsm: hsm)
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

/// Something that is left out while it is still at work.
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

extension Witness.Refusal: CustomStringConvertible {
    /// One sentence for the operator, with numbers and no names.
    package var description: String {
        switch self {
        case .noJournals: "There are accounts, but their witness has no journal."
        case .behind(let findings): "The database is older than its witness: \(findings.text)."
        }
    }
}
