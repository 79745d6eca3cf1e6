// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization

/// What of the journals a running provider knows by heart: enough to see that the database went back, and what no journal has yet.
///
/// Some hundred bytes a wallet.
final class WitnessMemory: Sendable {
    /// Of one wallet.
    struct Entry: Sendable {
        /// Whether this process's own journal has it.
        var isOwn = true
        var sequenceNumber: Int64
        var pinVersion: Int64
        var hasEnded: Bool
        var isHolderRevoked: Bool
        var isDeregistered: Bool
        var isUsed: Bool
        var hasRecoveryCode: Bool
    }

    private struct State {
        var entries: [WalletID: Entry]
        var isSolutionRevoked: Bool
        var wentBack = false
    }

    private let state: Mutex<State>

    init(_ ledger: WitnessLedger, _ ownWallets: Set<WalletID>) {
        let entries = ledger.accounts.mapValues { account in
            var entry = Entry(account)
            entry.isOwn = ownWallets.contains(account.walletID)
            return entry
        }
        state = Mutex(State(entries: entries, isSolutionRevoked: ledger.solutionRevokedAt != nil))
    }

    /// What is known of a wallet; take it before the database is asked, so that the answer cannot be older.
    subscript(_ walletID: WalletID) -> Entry? { state.withLock { $0.entries[walletID] } }

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

    func noteSolutionRevoked() { state.withLock { $0.isSolutionRevoked = true } }

    func note(_ account: WitnessedAccount) {
        let new = Entry(account)
        state.withLock { state in
            guard var entry = state.entries[account.walletID] else { return state.entries[account.walletID] = new }
            entry.isOwn = true
            entry.sequenceNumber = max(entry.sequenceNumber, new.sequenceNumber)
            entry.pinVersion = max(entry.pinVersion, new.pinVersion)
            entry.hasEnded = entry.hasEnded || new.hasEnded
            entry.isHolderRevoked = entry.isHolderRevoked || new.isHolderRevoked
            entry.isDeregistered = entry.isDeregistered || new.isDeregistered
            entry.isUsed = entry.isUsed || new.isUsed
            entry.hasRecoveryCode = entry.hasRecoveryCode || new.hasRecoveryCode
            state.entries[account.walletID] = entry
        }
    }

    /// A wallet took its leave, at another server.
    func noteDeparture(of walletID: WalletID) {
        state.withLock { state in
            state.entries[walletID]?.hasEnded = true
            state.entries[walletID]?.isDeregistered = true
        }
    }

    /// A message of the wallet was taken.
    func note(_ sequenceNumber: Int64, of walletID: WalletID) {
        state.withLock { state in
            state.entries[walletID]?.isUsed = true
            state.entries[walletID].map { entry in
                state.entries[walletID]?.sequenceNumber = max(entry.sequenceNumber, sequenceNumber)
            }
        }
    }
}

extension WitnessMemory.Entry {
    init(_ account: WitnessedAccount) {
        self.init(
            sequenceNumber: account.sequenceNumber, pinVersion: account.pin.version, hasEnded: account.end != nil,
            isHolderRevoked: account.isHolderRevoked, isDeregistered: account.isDeregistered, isUsed: account.isUsed,
            hasRecoveryCode: account.recoveryCodeMark != nil)
    }

    /// Whether an account that was read later is from before.
    func isAfter(_ account: Account) -> Bool {
        if account.sequenceNumber < sequenceNumber || account.pin.version < pinVersion { return true }
        return hasEnded && account.state == .active || isHolderRevoked && !account.isHolderRevoked
    }

    /// Whether an account that is not there any more should be.
    var shouldBeThere: Bool { isUsed && !isDeregistered }

    /// Whether an account that was read has something that must not be acknowledged before it is witnessed.
    func lacks(_ account: Account) -> Bool {
        let hasEnded = if case .active = account.state { false } else { !account.isSolutionRevoked }
        return !isOwn || account.pin.version > pinVersion || hasEnded && !self.hasEnded
            || account.isHolderRevoked && !isHolderRevoked
            || account.recoveryCodeMark != nil && !hasRecoveryCode
    }
}

extension Account {
    /// Whether it was revoked because of its recovery code.
    fileprivate var isHolderRevoked: Bool { if case .revoked(let revocation) = state { revocation.reason == .recoveryCode } else { false } }
}
