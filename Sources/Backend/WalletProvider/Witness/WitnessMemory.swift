// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization

/// The part of the journals that a running provider keeps in memory. It suffices to detect that the database was restored from a backup,
/// and to find changes that no journal contains yet.
///
/// It takes a few hundred bytes per wallet. Its values only grow, so records may arrive in any order and more than once.
final class WitnessMemory: Sendable {
    fileprivate struct State {
        var entries: [WalletID: WitnessMemoryEntry]
        var isSolutionRevoked: Bool
        var isRolledBack = false
        var latest: [WitnessSource?: WitnessLatest]
        var looks = 0
    }

    private let state: Mutex<State>

    init(_ ledger: WitnessLedger, _ ownWallets: Set<WalletID>) {
        var entries = ledger.accounts.mapValues { account in
            var entry = WitnessMemoryEntry(account)
            entry.isOwn = ownWallets.contains(account.walletID)
            return entry
        }
        for (walletID, intent) in ledger.intents { entries[walletID]?.note(intent) }
        for walletID in ledger.gone { entries[walletID] = .gone }
        state = Mutex(State(entries: entries, isSolutionRevoked: ledger.solutionRevokedAt != nil, latest: ledger.latest))
    }

    /// The known state of a wallet. Read it before the database, so that the database's answer cannot be older.
    subscript(_ walletID: WalletID) -> WitnessMemoryEntry? { state.withLock { $0.entries[walletID] } }

    /// Returns the known state of the latest wallets of each journal that must still exist in the database. A restored database lacks a
    /// change of at least one of these wallets. The selection varies from call to call, so that repeated calls cover all of the latest
    /// wallets.
    func nextLatest() -> [WalletID: WitnessMemoryEntry] {
        state.withLock { state in
            var latest: [WalletID: WitnessMemoryEntry] = [:]
            state.looks &+= 1
            for journal in state.latest.values {
                for walletID in journal.toCheck(atLook: state.looks, state.mustBeThere) { latest[walletID] = state.entries[walletID] }
            }
            return latest
        }
    }

    /// The number of known wallets.
    var count: Int { state.withLock { $0.entries.count } }

    /// True if the revocation of all wallets is in a journal.
    var isSolutionRevoked: Bool { state.withLock { $0.isSolutionRevoked } }

    /// True once the database was found to be behind.
    var isRolledBack: Bool { state.withLock { $0.isRolledBack } }

    /// Notes that the database is behind. This state lasts until the process ends.
    ///
    /// - Returns: true at the first call.
    func noteRollback() -> Bool {
        state.withLock { state in
            defer { state.isRolledBack = true }
            return !state.isRolledBack
        }
    }

    /// Adds a record that was written.
    ///
    /// - Parameter source: the journal that contains the record; nil for the journal of this process. Later attempts of a used wallet can
    ///   then be recorded in the short form.
    func take(_ record: WitnessRecord, from source: WitnessSource?) {
        state.withLock { state in
            switch record {
            case .account(let account):
                var new = WitnessMemoryEntry(account)
                new.isOwn = source == nil && account.isUsed
                state.entries[account.walletID] = state.entries[account.walletID]?.joined(with: new) ?? new
                if account.isUsed || account.end != nil { state.noteLatest(account.walletID, in: source) }
            case .attempt(let walletID, _, let attempts):
                state.take(attempts.sequenceNumber, of: walletID)
                state.noteLatest(walletID, in: source)
            case .intent(let walletID, let intent): state.entries[walletID]?.note(intent)
            case .solution: state.isSolutionRevoked = true
            case .gone(let walletID):
                state.entries[walletID] = state.entries[walletID]?.joined(with: .gone) ?? .gone
                state.noteLatest(walletID, in: source)
            }
        }
    }

    /// Notes an accepted message of the wallet.
    func take(_ sequenceNumber: Int64, of walletID: WalletID) {
        state.withLock { $0.take(sequenceNumber, of: walletID) }
    }

    /// Notes an attempt of this process of which only the intent is in the journal. From now on the database must have it.
    func takeUnconfirmed(_ sequenceNumber: Int64, of walletID: WalletID) {
        state.withLock { state in
            state.take(sequenceNumber, of: walletID)
            state.noteLatest(walletID, in: nil)
            state.entries[walletID]?.unconfirmed = sequenceNumber
        }
    }

    /// Returns true once for the attempt noted last by `takeUnconfirmed`.
    func confirms(_ sequenceNumber: Int64, of walletID: WalletID) -> Bool {
        state.withLock { state in
            guard state.entries[walletID]?.unconfirmed == sequenceNumber else { return false }
            state.entries[walletID]?.unconfirmed = nil
            return true
        }
    }

    /// Removes wallets that were never used and registered before that time.
    func forget(unusedBefore limit: Timestamp) {
        state.withLock { state in
            state.entries = state.entries.filter { $1.isUsed || $1.hasEnded || $1.createdAt >= limit }
        }
    }
}

extension WitnessMemory.State {
    fileprivate func mustBeThere(_ walletID: WalletID) -> Bool { entries[walletID]?.shouldBeThere == true }

    fileprivate mutating func noteLatest(_ walletID: WalletID, in source: WitnessSource?) {
        latest[source, default: WitnessLatest()].append(walletID)
        guard var trimmed = latest[source], trimmed.isLong else { return }
        trimmed.trim(keeping: mustBeThere)
        latest[source] = trimmed
    }

    fileprivate mutating func take(_ sequenceNumber: Int64, of walletID: WalletID) {
        guard let entry = entries[walletID] else { return }
        entries[walletID]?.isUsed = true
        entries[walletID]?.sequenceNumber = max(entry.sequenceNumber, sequenceNumber)
    }
}
