// SPDX-License-Identifier: EUPL-1.2

import ObservedValues
import PlatformSupport
package import WalletInterface

extension WalletCore {
    /// How far the core has come now. A deadline of the lock that has passed counts, whoever was to keep it.
    ///
    /// - Throws: a store error.
    package func state() throws(WalletCoreError) -> CoreState {
        enforceLock()
        switch life {
        case .waitingForPlatform: return .waitingForPlatform
        case .waitingForInitialize: return .waitingForInitialize
        case .running(let running):
            guard try running.store.value(.registration) != nil else { return .empty }
            return lockState.value.isOpen ? .unlocked : .locked
        }
    }

    /// Lets a call in, or says what has to be done first. Every call begins with it.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `notRegistered`, `locked`; `alreadyInitialized`, `alreadyRegistered`; `versionBlocked`;
    ///   `walletRevoked`; `policyExpired`; a store error.
    func admit(_ call: CoreCall) throws(WalletCoreError) {
        enforceUpdatePolicy()
        let state = try state()
        guard call.servesBlockedVersions || !isVersionBlocked else {
            throw WalletCoreError(.versionBlocked, "the update policy blocks this version of the app")
        }
        guard call.servesRevokedWallets || state <= .waitingForInitialize || !walletStatus.value.isRevoked else {
            throw WalletCoreError(.walletRevoked, "the wallet was revoked")
        }
        if state < call.leastState, let refusal = state.refusal { throw refusal }
        if let last = call.last, state > last.state { throw WalletCoreError(last.refusal, "it is done already") }
        guard call.servesExpiredPolicies || !mustRenewPolicy else {
            throw WalletCoreError(.policyExpired, "the update policy has expired and must be renewed")
        }
    }

    /// Lets a call in that needs an initialised core.
    ///
    /// - Returns: what the core works with.
    /// - Throws: as `admit`.
    func admitted(_ call: CoreCall) throws(WalletCoreError) -> Running {
        try admit(call)
        return try running()
    }
}
