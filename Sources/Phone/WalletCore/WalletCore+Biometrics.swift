// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
package import WalletInterface

extension WalletCore {
    /// The number of random bytes that a scan signs.
    static let nonceLength = 32

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
        try await forgetBiometrics(try admitted(.disableBiometricUnlock))
    }

    /// One scan (UC2.3/1.2). The wallet is unlocked only by a signature over a fresh nonce with the key that was proven when biometric unlock
    /// was enabled. The provider is asked for the wallet's status during the scan; its answer is waited for until 1.5 seconds after the
    /// question left, and before the scan when the known status is older than configured. While the outcome of a
    /// PIN change is unknown it does not unlock: whoever opens the wallet is to learn which PIN is in force, and only a PIN can settle that.
    ///
    /// - Parameter prompt: why, in the user's language; the system shows it.
    /// - Throws: `unexpected` when it is not enabled or the platform's signature does not verify; `notRegistered`; `locked` when `lock()` was
    ///   called during the scan; `versionBlocked`, `policyExpired`, `walletRevoked`; `platformMissing`, `notInitialized`, or a store error.
    package func unlockWithBiometrics(prompt: String) async throws(WalletCoreError) -> BiometricUnlock {
        let running = try admitted(.unlockWithBiometrics)
        guard isBiometricUnlockOffered else { return .notOffered }
        let epoch = lockEpoch
        return try await sensorMutex.run { () async throws(WalletCoreError) in
            guard let preference = try running.store.value(.biometrics) else {
                throw WalletCoreError(.unexpected, "biometric unlock is not enabled")
            }
            if try isPINChangePending(running) { return .pinChangePending }
            guard try await hasFreshStatus(running) else { return .statusTooOld }
            // The provider may have said that the wallet is blocked for good.
            guard try running.store.value(.biometrics) == preference else { return .disabled }
            let nonce = randomBytes(Self.nonceLength)
            askForStatus(of: running)
            let scan = await running.bridges.biometrics.sign(nonce, prompt: prompt)
            // It may have been wiped or revoked while the user was scanned.
            try admit(.unlockWithBiometrics)
            // Or blocked; the scan then says nothing about who is enrolled.
            guard try running.store.value(.biometrics) == preference else { return .disabled }
            switch scan {
            case .signed(let signature):
                try Self.verify(signature, over: nonce, by: Array(preference.publicKey))
                await statusQuestion.wait(by: running.bridges.clock)
                // The answer may have been that the wallet is revoked, or that its PIN is blocked.
                try admit(.unlockWithBiometrics)
                guard try running.store.value(.biometrics) == preference else { return .disabled }
                if try isPINChangePending(running) { return .pinChangePending }
                try unlock(ifStillIn: epoch)
                closeTries(running)
                noteScan(running)
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

    /// Biometrics unlock nothing any more; the platform's key goes, too.
    func forgetBiometrics(_ running: Running) async throws(WalletCoreError) {
        dropProvenBiometrics()
        try running.store.change { $0.remove(.biometrics) }
        await running.bridges.biometrics.deleteKey()
    }

    static func verify(_ signature: [UInt8], over nonce: [UInt8], by publicKey: [UInt8]) throws(WalletCoreError) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signature, for: nonce)
        else { throw WalletCoreError(.unexpected, "the platform's biometric signature does not verify") }
    }
}
