// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Observes the wallet's status: what is known now, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setWalletStatusStream() throws(WalletCoreError) -> AsyncStream<WalletStatus> {
        try admit(.setWalletStatusStream)
        return try shared.status.status.observe()
    }

    /// Ends the wallet status stream, if there is one. May be called in any state.
    package func clearWalletStatusStream() {
        shared.status.status.clear()
    }

    /// PF2.10/1.1: the wallet's status, from what is stored. No network. That it is revoked is told also while it is being erased.
    ///
    /// A wallet that its user has deleted from elsewhere stays `revoked(.byUser, …)` here after its data is gone, until
    /// `confirmRevocationShown`.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, a store error.
    package func determineWalletStatus() throws(WalletCoreError) -> WalletStatus {
        if !shared.status.status.value.isRevoked { try admit(.determineWalletStatus) }
        return shared.status.status.value
    }

    /// Asks the provider for the wallet's status. The core does so by itself; nobody has to wait for it.
    ///
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`, also while the answer to a PIN check is still to be learnt: a later
    ///   message would make it stale; `walletRejected` when the provider does not know the wallet; `platformMissing`, `notInitialized`, a
    ///   store error, `unexpected`. What was known stays known.
    package func refreshWalletStatus() async throws(WalletCoreError) -> WalletStatus {
        try await refreshWalletStatus(timeout: .seconds(10))
    }

    /// The user has seen why the wallet is gone (PF2.10/2.1). The phone is then as at a first start, once the wallet's data is erased. Any
    /// other status stays as it is.
    ///
    /// - Throws: `platformMissing`; `notInitialized`, also when erasing the data has just failed; a store error. It is then to be shown again.
    package func confirmRevocationShown() async throws(WalletCoreError) {
        // Erasing may be under way, and the core not initialised as long: it is admitted in its turn.
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            let wallet = try admitted(.confirmRevocationShown)
            guard var stored = try wallet.store.value(.walletStatus), stored.revocation?.cause == .byUser else { return }
            if try wallet.store.value(.registration) == nil {
                try wallet.store.change { $0.remove(.walletStatus) }
                shared.status.status.set(.active)
            } else {
                stored.revocation?.isTold = true
                let told = stored
                try wallet.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: told) }
            }
        }
    }

    // MARK: Inside

    /// Asks the provider for the wallet's status, in its turn.
    func refreshWalletStatus(timeout: Duration) async throws(WalletCoreError) -> WalletStatus {
        try admit(.refreshWalletStatus)
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            try await admitted(.refreshWalletStatus).statusRefresh.refresh(timeout: timeout)
        }
        return shared.status.status.value
    }
}
