// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
package import WalletInterface

extension Core {
    /// The state of the core. An expired lock deadline counts, even if no background task has noticed it.
    ///
    /// - Throws: a store error.
    package func state() throws(WalletCoreError) -> CoreState {
        lockKeeper.enforce()
        switch life {
        case .waitingForPlatform: return .waitingForPlatform
        case .waitingForInitialize: return .waitingForInitialize
        case .running(let wallet):
            guard try wallet.store.value(.registration) != nil else { return .empty }
            return lockKeeper.isOpen ? .unlocked : .locked
        }
    }

    /// Admits a call, or throws the error that names the missing prerequisite. Every public call begins with this check.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `notRegistered`, `locked`; `alreadyInitialized`, `alreadyRegistered`;
    ///   `versionBlocked`; `walletRevoked`; `policyExpired`; a store error.
    func admit(_ call: CoreCall) throws(WalletCoreError) {
        if case .running(let wallet) = life { wallet.updatePolicy.judgeWhenDue() }
        let admission = Admission(
            state: try state(), isVersionBlocked: shared.updatePolicy.isVersionBlocked, isRevoked: shared.status.status.value.isRevoked,
            mustRenewPolicy: mustRenewPolicy)
        if let refusal = admission.refusal(of: call) { throw refusal }
    }

    /// True if the newest known update policy has expired and no block is in force.
    var mustRenewPolicy: Bool {
        guard case .running(let wallet) = life else { return false }
        return wallet.updatePolicy.mustRenew
    }

    /// Admits a call that needs an initialised core.
    ///
    /// - Throws: as `admit`.
    func admitted(_ call: CoreCall) throws(WalletCoreError) -> OpenWallet {
        try admit(call)
        return try wallet()
    }

    /// Admits a call, waits for the mutex, and admits the call again, because the wallet may have been locked, revoked or erased during the
    /// wait. The body works with the wallet that the call was made for.
    ///
    /// - Throws: as `admit`; errors of the body.
    func admitted<Value>(
        _ call: CoreCall, in mutex: AsyncMutex, _ body: (OpenWallet) async throws(WalletCoreError) -> Value
    ) async throws(WalletCoreError) -> Value {
        let wallet = try admitted(call)
        return try await mutex.run { () async throws(WalletCoreError) in
            try admit(call)
            return try await body(wallet)
        }
    }
}
