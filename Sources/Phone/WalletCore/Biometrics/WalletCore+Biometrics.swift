// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// Whether the configuration allows face or finger to open wallets; the user's preference stays while it does not.
    private var isBiometricUnlockOffered: Bool { shared.configuration.document.features.biometricUnlock }

    /// Whether biometrics unlock the wallet (UC2.3/1.1): the user has enabled it, and the configuration allows it.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isBiometricUnlockEnabled() throws(WalletCoreError) -> Bool {
        try admitted(.isBiometricUnlockEnabled).store.value(.biometrics) != nil && isBiometricUnlockOffered
    }

    /// Disables biometric unlock and removes the platform's key; a key that is proven and not confirmed goes, too. Doing it again does nothing.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error; it is then still enabled.
    package func disableBiometricUnlock() async throws(WalletCoreError) {
        try await admitted(.disableBiometricUnlock).biometrics.forget()
    }

    /// One scan (UC2.3/1.2). The wallet is unlocked only by a signature over a fresh nonce with the key that was proven when biometric unlock
    /// was enabled. The provider is asked for the wallet's status during the scan; its answer is waited for until 1.5 seconds after the
    /// question left, and before the scan when the known status is older than configured. While the outcome of a
    /// PIN change is unknown it does not unlock: the user is to learn which PIN is in force, and only a PIN can settle that.
    ///
    /// - Parameter prompt: why, in the user's language; the system shows it.
    /// - Throws: `unexpected` when it is not enabled or the platform's signature does not verify; `notRegistered`; `locked` when `lock()` was
    ///   called during the scan; `versionBlocked`, `policyExpired`, `walletRevoked`; `platformMissing`, `notInitialized`, or a store error.
    package func unlockWithBiometrics(prompt: String) async throws(WalletCoreError) -> BiometricUnlock {
        let wallet = try admitted(.unlockWithBiometrics)
        guard isBiometricUnlockOffered else { return .notOffered }
        let epoch = lockKeeper.epoch
        return try await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
            guard let preference = try wallet.store.value(.biometrics) else {
                throw WalletCoreError(.unexpected, "biometric unlock is not enabled")
            }
            // During a wait the wallet may be erased, revoked or blocked; a block disables biometric unlock.
            func isStillEnabled() throws(WalletCoreError) -> Bool {
                try admit(.unlockWithBiometrics)
                return try wallet.store.value(.biometrics) == preference
            }
            if try wallet.pinChange.isPending() { return .pinChangePending }
            guard try await hasFreshStatus(wallet) else { return .statusTooOld }
            guard try wallet.store.value(.biometrics) == preference else { return .disabled }
            let nonce = randomBytes(BiometricUnlocking.nonceLength)
            wallet.status.askDuringScan()
            let scan = await wallet.biometrics.scan(nonce, prompt: prompt)
            guard try isStillEnabled() else { return .disabled }
            switch scan {
            case .signed(let signature):
                try BiometricUnlocking.verify(signature, over: nonce, by: Array(preference.publicKey))
                await shared.status.question.wait(by: wallet.clock)
                guard try isStillEnabled() else { return .disabled }
                if try wallet.pinChange.isPending() { return .pinChangePending }
                try unlock(ifStillIn: epoch)
                wallet.attempts.closeTries()
                wallet.attempts.noteScan()
                return .unlocked
            case .notRecognised: return .notRecognised
            case .notRecognisedForTheLastTime: return .notRecognisedForTheLastTime
            case .cancelled: return .cancelled
            case .interrupted: return .interrupted
            case .lockedOut: return .lockedOut
            case .enrolmentChanged, .unavailable:
                try await wallet.biometrics.forget()
                return .enrolmentChanged
            }
        }
    }

    /// Refreshes a status that is too old for a biometric unlock.
    ///
    /// - Returns: whether the status is young enough now.
    /// - Throws: `walletRevoked`; a store error.
    private func hasFreshStatus(_ wallet: OpenWallet) async throws(WalletCoreError) -> Bool {
        if try wallet.status.isFresh() { return true }
        _ = try? await refreshWalletStatus(timeout: .seconds(4))
        try admit(.unlockWithBiometrics)
        return try wallet.status.isFresh()
    }

    // MARK: Enabling

    /// The first step (UC2.1/1.4, UC2.2/1.2): makes the platform's key and lets the user prove it with one scan. Nothing is enabled yet. When
    /// it is enabled already nothing is done; a key that was proven before and not confirmed is replaced.
    ///
    /// - Parameter prompt: why, in the user's language; the system shows it.
    /// - Throws: `locked`, also when the wallet was locked during the scan; `notRegistered`, also when it was wiped; `unexpected` when the
    ///   platform's signature does not verify; `storeFull` when the phone cannot keep the key; `platformMissing`, `notInitialized`,
    ///   `versionBlocked`, `walletRevoked`, or a store error. Nothing is proven then.
    package func enableBiometricUnlock(prompt: String) async throws(WalletCoreError) -> BiometricEnabling {
        try admit(.enableBiometricUnlock)
        guard isBiometricUnlockOffered else { return .unavailable }
        return try await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
            try await admitted(.enableBiometricUnlock).biometrics.enable(prompt: prompt) { () throws(WalletCoreError) in
                try admit(.enableBiometricUnlock)
            }
        }
    }

    /// The second step: enables the key that the last scan has proven, after the PIN was entered (UC2.2/1.3a): since the scan, or a minute before it
    /// at most. In the set-up, until the deletion code is written down, the PIN with which the wallet was opened is enough (UC2.1/1.4a). When it is
    /// enabled already nothing is done.
    ///
    /// - Returns: whether it is enabled; false when nothing is proven, or was locked, disabled or replaced meanwhile.
    /// - Throws: `unexpected` when no PIN has confirmed the scan; `locked`, `notRegistered`, `platformMissing`, `notInitialized`,
    ///   `versionBlocked`, `walletRevoked`, or a store error. Nothing is enabled then.
    package func confirmBiometricUnlock() async throws(WalletCoreError) -> Bool {
        let wallet = try admitted(.confirmBiometricUnlock)
        return try await wallet.biometrics.confirm(
            rightPINAt: wallet.attempts.rightPINAt, isSetUp: try wallet.context.isRevocationCodeConfirmed())
    }
}
