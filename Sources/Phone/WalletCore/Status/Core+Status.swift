// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import ProviderProtocol
import WalletConfiguration
package import WalletInterface

extension Core {
    /// Observes the wallet's status: the known status now, then every change.
    ///
    /// - Throws: `observerPresent`, `platformMissing`, `notInitialized`, a store error.
    package func setWalletStatusStream() throws(WalletCoreError) -> AsyncStream<WalletStatus> {
        try admit(.setWalletStatusStream)
        return try shared.status.status.observe()
    }

    /// Ends the wallet status stream. Can be called in any state.
    package func clearWalletStatusStream() {
        shared.status.status.clear()
    }

    /// The stored wallet status (PF2.10/1.1). Uses no network. A revocation is returned even during the erasure of the wallet.
    ///
    /// A wallet that its user has deleted remotely stays `revoked(.byUser, …)` after its data is erased, until `confirmRevocationShown`.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, a store error.
    package func determineWalletStatus() throws(WalletCoreError) -> WalletStatus {
        if !shared.status.status.value.isRevoked { try admit(.determineWalletStatus) }
        return shared.status.status.value
    }

    /// Requests the wallet's status from the provider. The core also does this in the background, so no caller has to.
    ///
    /// - Throws: `notRegistered`; `noInternet`, `serverUnreachable`, also while a PIN check is unanswered, which a later message would make
    ///   stale; `walletRejected` if the provider does not know the wallet; `platformMissing`, `notInitialized`, a store error,
    ///   `unexpected`. The known status is kept.
    package func refreshWalletStatus() async throws(WalletCoreError) -> WalletStatus {
        try await refreshWalletStatus(timeout: .seconds(10))
    }

    /// Confirms that the user has seen why the wallet was deleted (PF2.10/2.1). Once the data is erased, the phone is as at a first start.
    /// Any other status does not change.
    ///
    /// - Throws: `platformMissing`; `notInitialized`, also if the erasure has just failed; a store error. The reason must then be shown
    ///   again.
    package func confirmRevocationShown() async throws(WalletCoreError) {
        // During an erasure the core is not initialised, so the call is admitted inside the mutex.
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            let wallet = try admitted(.confirmRevocationShown)
            guard var stored = try wallet.store.value(.walletStatus), stored.revocation?.cause == .byUser else { return }
            if try wallet.store.value(.registration) == nil {
                try wallet.store.change { $0.remove(.walletStatus) }
                shared.status.status.set(.active)
            } else {
                stored.revocation?.isShown = true
                let shown = stored
                try wallet.store.change { changes throws(WalletCoreError) in try changes.set(.walletStatus, to: shown) }
            }
        }
    }

    // MARK: Inside

    /// Requests the wallet's status from the provider, in the provider's mutex.
    func refreshWalletStatus(timeout: Duration) async throws(WalletCoreError) -> WalletStatus {
        try admit(.refreshWalletStatus)
        try await shared.providerMutex.run { () async throws(WalletCoreError) in
            try await admitted(.refreshWalletStatus).statusRefresh.refresh(timeout: timeout)
        }
        return shared.status.status.value
    }
}
