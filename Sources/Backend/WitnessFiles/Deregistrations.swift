// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Synchronization
import WalletProvider

/// The wallets that have left, whichever journal says so: no journal keeps more of them than their names.
///
/// The database is told of a farewell before any journal is, and none takes one back, so what one journal says holds for all.
final class Deregistrations: Sendable {
    private let state: Mutex<Set<WalletID>>

    /// Those that journals told of.
    init(_ ledger: WitnessLedger) {
        state = Mutex(ledger.gone.union(ledger.accounts.values.filter(\.isDeregistered).map(\.walletID)))
    }

    /// A journal has a record.
    func add(_ record: WitnessRecord) {
        switch record {
        case .account(let account) where account.isDeregistered: state.withLock { _ = $0.insert(account.walletID) }
        case .gone(let walletID): state.withLock { _ = $0.insert(walletID) }
        case .account, .attempt, .solution: break
        }
    }

    func contains(_ walletID: WalletID) -> Bool { state.withLock { $0.contains(walletID) } }
}
