// SPDX-License-Identifier: EUPL-1.2

import Foundation
package import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension Core {
    /// True if the configuration allows biometric unlock. If it does not, the user's preference stays stored.
    private var isBiometricUnlockOffered: Bool { shared.configuration.document.features.biometricUnlock }

    /// True if biometric unlock is enabled by the user and allowed by the configuration (UC2.3/1.1).
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isBiometricUnlockEnabled() throws(WalletCoreError) -> Bool {
        try admitted(.isBiometricUnlockEnabled).store.value(.biometrics) != nil && isBiometricUnlockOffered
    }

    /// Disables biometric unlock and deletes the platform's key, also an unconfirmed key. Idempotent. An event only if it was enabled; a full
    /// store prevents the event only.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error; biometric unlock then stays enabled.
    package func disableBiometricUnlock() async throws(WalletCoreError) {
        try await admitted(.disableBiometricUnlock).biometrics.forget()
    }

    /// Unlocks the wallet with one prompt of the system (UC2.3/1.2).
    ///
    /// The wallet is unlocked only by a signature over a fresh nonce with the enabled key. The core requests the wallet's status from the
    /// provider during the prompt and waits for the answer until 1.5 seconds after the request was sent. If the known status is older than
    /// configured, the call waits before it shows the prompt. While the outcome of a PIN change is unknown, the call does not unlock: only
    /// a PIN can resolve the change. The prompt can stay open for long. If the wallet is locked, blocked or wiped during the prompt, no
    /// scan counts.
    ///
    /// - Parameter prompt: the app's texts in the prompt, in the user's language.
    /// - Throws: `unexpected` if biometric unlock is not enabled or the platform's signature does not verify; `notRegistered`; `locked` if
    ///   `lock()` was called before a match; `versionBlocked`, `policyExpired`, `walletRevoked`; `platformMissing`, `notInitialized`, or a
    ///   store error.
    package func unlockWithBiometrics(prompt: BiometricPrompt) async throws(WalletCoreError) -> BiometricUnlockResult {
        let wallet = try admitted(.unlockWithBiometrics)
        guard isBiometricUnlockOffered else { return BiometricUnlockResult(.notOffered) }
        let epoch = lockKeeper.epoch
        return try await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
            guard let preference = try wallet.store.value(.biometrics) else {
                throw WalletCoreError(.unexpected, "biometric unlock is not enabled")
            }
            // The wallet may be erased, revoked or blocked during a wait. A block disables biometric unlock.
            func isStillEnabled() throws(WalletCoreError) -> Bool {
                try admit(.unlockWithBiometrics)
                return try wallet.store.value(.biometrics) == preference
            }
            if try wallet.pinChange.isPending() { return BiometricUnlockResult(.pinChangePending) }
            guard try await hasFreshStatus(wallet) else { return BiometricUnlockResult(.statusTooOld) }
            guard try wallet.store.value(.biometrics) == preference else { return BiometricUnlockResult(.disabled) }
            let nonce = randomBytes(BiometricUnlocking.nonceLength)
            wallet.status.askDuringScan()
            let result = await wallet.biometrics.scan(nonce, prompt: prompt)
            let shown = result.shown
            guard try isStillEnabled() else { return BiometricUnlockResult(.disabled, after: shown) }
            switch result.ending {
            case .signed(let signature):
                try BiometricUnlocking.verify(signature, over: nonce, by: Array(preference.publicKey))
                await shared.status.question.wait(by: wallet.clock)
                guard try isStillEnabled() else { return BiometricUnlockResult(.disabled, after: shown) }
                if try wallet.pinChange.isPending() { return BiometricUnlockResult(.pinChangePending, after: shown) }
                try unlock(ifStillIn: epoch)
                wallet.attempts.closeTries()
                wallet.attempts.noteScan()
                return BiometricUnlockResult(.unlocked, after: shown)
            case .cancelled: return BiometricUnlockResult(.cancelled, after: shown)
            case .fallback: return BiometricUnlockResult(.fallback, after: shown)
            case .notRecognised: return BiometricUnlockResult(.notRecognised, after: shown)
            // The key is not lost, only inaccessible: the app prompts again on its return.
            case .interrupted, .notAvailableYet: return BiometricUnlockResult(.interrupted, after: shown)
            case .failed: return BiometricUnlockResult(.failed, after: shown)
            case .lockedOut: return BiometricUnlockResult(.lockedOut, after: shown)
            case .enrolmentChanged, .unavailable:
                try await wallet.biometrics.forget()
                return BiometricUnlockResult(.enrolmentChanged, after: shown)
            }
        }
    }

    /// Refreshes a status that is too old for a biometric unlock.
    ///
    /// - Returns: true if the status is now young enough.
    /// - Throws: `walletRevoked`; a store error.
    private func hasFreshStatus(_ wallet: OpenWallet) async throws(WalletCoreError) -> Bool {
        if try wallet.status.isFresh() { return true }
        _ = try? await refreshWalletStatus(timeout: .seconds(4))
        try admit(.unlockWithBiometrics)
        return try wallet.status.isFresh()
    }

    // MARK: Enabling

    /// Creates the platform's key and lets the user confirm it with a scan in one prompt (first step, UC2.1/1.4, UC2.2/1.2). Enables
    /// nothing yet.
    ///
    /// If biometric unlock is enabled, the call does nothing. A proven key that was not confirmed is replaced.
    ///
    /// - Parameter prompt: the app's texts in the prompt, in the user's language.
    /// - Throws: `locked`, also if the wallet was locked during the scan; `notRegistered`, also if it was wiped; `unexpected` if the
    ///   platform's signature does not verify; `hardwareFailed` if the phone cannot make the key; `platformMissing`, `notInitialized`,
    ///   `versionBlocked`, `walletRevoked`, or a store error. Nothing is proven then.
    package func enableBiometricUnlock(prompt: BiometricPrompt) async throws(WalletCoreError) -> BiometricEnabling {
        try admit(.enableBiometricUnlock)
        guard isBiometricUnlockOffered else { return .unavailable }
        return try await shared.biometrics.mutex.run { () async throws(WalletCoreError) in
            try await admitted(.enableBiometricUnlock).biometrics.enable(prompt: prompt) { () throws(WalletCoreError) in
                try admit(.enableBiometricUnlock)
            }
        }
    }

    /// Enables the key that the last scan has proven (second step, UC2.2/1.3a).
    ///
    /// The right PIN must have been entered after the scan or at most one minute before it, and serves no other call. During the set-up,
    /// until the deletion code is written down, the PIN that unlocked the wallet is enough (UC2.1/1.4a) and is not taken. If biometric
    /// unlock is enabled, the call does nothing.
    ///
    /// - Returns: true if biometric unlock is enabled; false if no proven key is left: none was made, or a lock, a disabling or a new scan
    ///   has dropped it.
    /// - Throws: `unexpected` if no PIN has confirmed the scan; `locked`, `notRegistered`, `platformMissing`, `notInitialized`,
    ///   `versionBlocked`, `walletRevoked`, or a store error. After an error nothing is enabled.
    package func confirmBiometricUnlock() async throws(WalletCoreError) -> Bool {
        let wallet = try admitted(.confirmBiometricUnlock)
        return try await wallet.biometrics.confirm(by: wallet.attempts, isSetUp: try wallet.context.isRevocationCodeConfirmed())
    }
}
