// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization

/// What of the journals a running provider knows by heart: enough to see that the database went back, and what no journal has yet.
///
/// Some hundred bytes a wallet. Records may come in any order and more than once: everything in it only grows.
final class WitnessMemory: Sendable {
    fileprivate struct State {
        var entries: [WalletID: WitnessMemoryEntry]
        var isSolutionRevoked: Bool
        var wentBack = false
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
        for walletID in ledger.gone { entries[walletID] = .gone }
        state = Mutex(State(entries: entries, isSolutionRevoked: ledger.solutionRevokedAt != nil, latest: ledger.latest))
    }

    /// What is known of a wallet; take it before the database is asked, so that the answer cannot be older.
    subscript(_ walletID: WalletID) -> WitnessMemoryEntry? { state.withLock { $0.entries[walletID] } }

    /// What is known of the wallets that each journal was about last, of those that must not get lost: whatever database lacks anything lacks
    /// something of that. Asked again it is not quite the same, so that in the end all of them come.
    func nextLatest() -> [WalletID: WitnessMemoryEntry] {
        state.withLock { state in
            var latest: [WalletID: WitnessMemoryEntry] = [:]
            state.looks &+= 1
            for journal in state.latest.values {
                for walletID in journal.telling(at: state.looks, state.mustBeThere) { latest[walletID] = state.entries[walletID] }
            }
            return latest
        }
    }

    /// How many wallets are known.
    var count: Int { state.withLock { $0.entries.count } }

    /// Whether the revocation of all wallets was witnessed.
    var isSolutionRevoked: Bool { state.withLock { $0.isSolutionRevoked } }

    /// Whether the database was seen to be behind.
    var wentBack: Bool { state.withLock { $0.wentBack } }

    /// The database was seen to be behind: for good, for this process.
    ///
    /// - Returns: whether that is new.
    func noteThatItWentBack() -> Bool {
        state.withLock { state in
            defer { state.wentBack = true }
            return !state.wentBack
        }
    }

    /// A record was written.
    ///
    /// - Parameter source: whose journal it is in; nil when this process wrote it: then what follows about a used wallet may be written in short.
    func take(_ record: WitnessRecord, from source: WitnessSource?) {
        state.withLock { state in
            switch record {
            case .account(let account):
                var new = WitnessMemoryEntry(account)
                new.isOwn = source == nil && account.isUsed
                state.entries[account.walletID] = state.entries[account.walletID]?.joined(with: new) ?? new
                if account.isUsed || account.end != nil { state.came(account.walletID, in: source) }
            case .attempt(let walletID, _, let attempts):
                state.take(attempts.sequenceNumber, of: walletID)
                state.came(walletID, in: source)
            case .solution: state.isSolutionRevoked = true
            case .gone(let walletID):
                state.entries[walletID] = state.entries[walletID]?.joined(with: .gone) ?? .gone
                state.came(walletID, in: source)
            }
        }
    }

    /// A message of the wallet was taken.
    func take(_ sequenceNumber: Int64, of walletID: WalletID) {
        state.withLock { $0.take(sequenceNumber, of: walletID) }
    }

    /// Forgets wallets that were never used and registered before that time.
    func forget(unusedBefore limit: Timestamp) {
        state.withLock { state in
            state.entries = state.entries.filter { $1.isUsed || $1.hasEnded || $1.createdAt >= limit }
        }
    }
}

extension WitnessMemory.State {
    fileprivate func mustBeThere(_ walletID: WalletID) -> Bool { entries[walletID]?.shouldBeThere == true }

    fileprivate mutating func came(_ walletID: WalletID, in source: WitnessSource?) {
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
