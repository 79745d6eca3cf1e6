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
        var latest: WalletID?
    }

    private let state: Mutex<State>

    init(_ ledger: WitnessLedger, _ ownWallets: Set<WalletID>) {
        var entries = ledger.accounts.mapValues { account in
            var entry = WitnessMemoryEntry(account)
            entry.isOwn = ownWallets.contains(account.walletID)
            return entry
        }
        for walletID in ledger.gone { entries[walletID] = .gone }
        state = Mutex(State(entries: entries, isSolutionRevoked: ledger.solutionRevokedAt != nil))
    }

    /// What is known of a wallet; take it before the database is asked, so that the answer cannot be older.
    subscript(_ walletID: WalletID) -> WitnessMemoryEntry? { state.withLock { $0.entries[walletID] } }

    /// The wallet that a record was about last, of those that must not get lost: whatever database lacks anything lacks that.
    var latest: WalletID? { state.withLock { $0.latest } }

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
    /// - Parameter isOwn: by this process; then what follows about a used wallet may be written in short.
    func take(_ record: WitnessRecord, isOwn: Bool) {
        state.withLock { state in
            switch record {
            case .account(let account):
                var new = WitnessMemoryEntry(account)
                new.isOwn = isOwn && account.isUsed
                state.entries[account.walletID] = state.entries[account.walletID]?.joined(with: new) ?? new
                if account.isUsed || account.end != nil { state.latest = account.walletID }
            case .attempt(let walletID, _, let attempts):
                state.take(attempts.sequenceNumber, of: walletID)
                state.latest = walletID
            case .solution: state.isSolutionRevoked = true
            case .gone(let walletID): state.entries[walletID] = state.entries[walletID]?.joined(with: .gone) ?? .gone
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
    fileprivate mutating func take(_ sequenceNumber: Int64, of walletID: WalletID) {
        guard let entry = entries[walletID] else { return }
        entries[walletID]?.isUsed = true
        entries[walletID]?.sequenceNumber = max(entry.sequenceNumber, sequenceNumber)
    }
}
