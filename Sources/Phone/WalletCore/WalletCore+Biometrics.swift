// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport

extension WalletCore {
    /// The number of random bytes that a scan signs.
    private static let nonceLength = 32

    /// Whether biometrics unlock the wallet (UC2.3/1.1): the user has enabled it, and the configuration allows it.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, or a store error.
    package func isBiometricUnlockEnabled() throws(WalletCoreError) -> Bool {
        try admitted(.isBiometricUnlockEnabled).store.value(.biometrics) != nil && isBiometricUnlockOffered
    }

    /// Enables biometric unlock (UC2.1/1.4): makes the platform's key and lets the user prove it with one scan. When it is enabled already
    /// nothing is done.
    ///
    /// - Parameter prompt: why, in the user's language; the system shows it.
    /// - Throws: `locked`, also when the wallet was locked during the scan; `unexpected` when the platform's signature does not verify; `platformMissing`, `notInitialized`, or a store error. Nothing is enabled then.
    package func enableBiometricUnlock(prompt: String) async throws(WalletCoreError) -> BiometricEnabling {
        let running = try admitted(.enableBiometricUnlock)
        guard isBiometricUnlockOffered else { return .unavailable }
        return try await sensorTurn.run { () async throws(WalletCoreError) in
            try requireUnlocked()
            if try running.store.value(.biometrics) != nil { return .enabled }
            do throws(WalletCoreError) {
                guard case .available = await running.bridges.biometrics.availability() else { return .unavailable }
                guard let publicKey = try await proveNewKey(prompt, running) else {
                    await running.bridges.biometrics.deleteKey()
                    return .rejected
                }
                try requireUnlocked()
                try running.store.change { changes throws(WalletCoreError) in
                    try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(publicKey)))
                }
                return .enabled
            } catch {
                // A write that failed may have reached the disk: nothing is to be enabled without its key.
                try? running.store.change { $0.remove(.biometrics) }
                await running.bridges.biometrics.deleteKey()
                throw error
            }
        }
    }

    /// Disables biometric unlock and removes the platform's key. Doing it again does nothing.
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, or a store error; it is then still enabled.
    package func disableBiometricUnlock() async throws(WalletCoreError) {
        try await forgetBiometrics(try admitted(.disableBiometricUnlock))
    }

    /// One scan (UC2.3/1.2). The wallet is unlocked only by a signature over a fresh nonce with the key that was proven when biometric unlock
    /// was enabled; the provider is asked only when the wallet's status is older than configured, and before the scan. While the outcome of a
    /// PIN change is unknown it does not unlock: whoever opens the wallet is to learn which PIN is in force, and only a PIN can settle that.
    ///
    /// - Parameter prompt: why, in the user's language; the system shows it.
    /// - Throws: `unexpected` when it is not enabled or the platform's signature does not verify; `notRegistered`; `locked` when `lock()` was
    ///   called during the scan; `walletRevoked`; `platformMissing`, `notInitialized`, or a store error.
    package func unlockWithBiometrics(prompt: String) async throws(WalletCoreError) -> BiometricUnlock {
        let running = try admitted(.unlockWithBiometrics)
        guard isBiometricUnlockOffered else { return .notOffered }
        let epoch = lockEpoch
        return try await sensorTurn.run { () async throws(WalletCoreError) in
            guard let preference = try running.store.value(.biometrics) else {
                throw WalletCoreError(.unexpected, "biometric unlock is not enabled")
            }
            if try isPINChangePending(running) { return .pinChangePending }
            guard try await hasFreshStatus(running) else { return .statusTooOld }
            let nonce = randomBytes(Self.nonceLength)
            let scan = await running.bridges.biometrics.sign(nonce, prompt: prompt)
            // It may have been wiped or revoked while the user was scanned.
            try admit(.unlockWithBiometrics)
            switch scan {
            case .signed(let signature):
                try Self.verify(signature, over: nonce, by: Array(preference.publicKey))
                if try isPINChangePending(running) { return .pinChangePending }
                // It may have been disabled while the user was scanned.
                guard try running.store.value(.biometrics) == preference else {
                    throw WalletCoreError(.unexpected, "biometric unlock was disabled meanwhile")
                }
                try unlock(ifStillIn: epoch)
                closeTries(running)
                noteScan(running)
                isStatusWanted = true
                walletStatusAlarm.ring()
                return .unlocked
            case .notRecognised: return .notRecognised
            case .notRecognisedForTheLastTime: return .notRecognisedForTheLastTime
            case .cancelled: return .cancelled
            case .interrupted: return .interrupted
            case .lockedOut: return .lockedOut
            case .enrolmentChanged, .unavailable:
                try await forgetBiometrics(running)
                return .enrolmentChanged
            }
        }
    }

    // MARK: The platform's key

    /// Makes the key and lets the user prove it with one scan.
    ///
    /// - Returns: the public key; nil when the user closed the prompt or was not recognised.
    private func proveNewKey(_ prompt: String, _ running: Running) async throws(WalletCoreError) -> [UInt8]? {
        let publicKey: [UInt8]
        do throws(BiometricsError) {
            publicKey = try await running.bridges.biometrics.makeKey()
        } catch {
            switch error {
            case .unavailable: throw WalletCoreError(.unexpected, "the phone has no sensor, or nobody is enrolled")
            case .failed: throw WalletCoreError(.storeFull, "the phone could not keep the biometric key")
            }
        }
        let nonce = randomBytes(Self.nonceLength)
        switch await running.bridges.biometrics.sign(nonce, prompt: prompt) {
        case .signed(let signature):
            try Self.verify(signature, over: nonce, by: publicKey)
            return publicKey
        case .notRecognised, .notRecognisedForTheLastTime, .cancelled, .interrupted, .lockedOut, .enrolmentChanged, .unavailable: return nil
        }
    }

    /// Biometrics unlock nothing any more; the platform's key goes, too.
    func forgetBiometrics(_ running: Running) async throws(WalletCoreError) {
        try running.store.change { $0.remove(.biometrics) }
        await running.bridges.biometrics.deleteKey()
    }

    private static func verify(_ signature: [UInt8], over nonce: [UInt8], by publicKey: [UInt8]) throws(WalletCoreError) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signature, for: nonce)
        else { throw WalletCoreError(.unexpected, "the platform's biometric signature does not verify") }
    }
}
