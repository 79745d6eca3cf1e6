// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// The deregistered wallets according to any journal. Journals keep only the ids of these wallets.
///
/// A deregistration reaches the database before any journal and is final. So a deregistration in one journal applies to all journals.
final class Deregistrations: Sendable {
    private let state: Mutex<Set<WalletID>>

    /// Creates the set from a ledger.
    init(_ ledger: WitnessLedger) {
        state = Mutex(ledger.gone.union(ledger.accounts.values.filter(\.isDeregistered).map(\.walletID)))
    }

    /// Adds the wallet of a deregistration record; ignores other records.
    func add(_ record: WitnessRecord) {
        switch record {
        case .account(let account) where account.isDeregistered: state.withLock { _ = $0.insert(account.walletID) }
        case .gone(let walletID): state.withLock { _ = $0.insert(walletID) }
        case .account, .attempt, .intent, .solution: break
        }
    }

    func contains(_ walletID: WalletID) -> Bool { state.withLock { $0.contains(walletID) } }
}
