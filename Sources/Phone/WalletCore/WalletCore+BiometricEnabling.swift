// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport
package import WalletInterface

/// A key that one scan has proven, and that unlocks nothing before the PIN has confirmed it.
struct ProvenBiometrics: Sendable {
    /// X9.63 uncompressed, 65 bytes.
    let publicKey: [UInt8]
    /// When it was proven, in steady time.
    let provenAt: Date
}

/// Biometric unlock is enabled in two steps: face or finger proves the platform's key, then the PIN confirms it (UC2.2, ruling 1.3c). In
/// between the key is known to this process alone. What locks the wallet drops it, and so does whatever ends the process: the next start
/// deletes a key that nothing stored belongs to.
extension WalletCore {
    /// How long before the scan the right PIN may have been entered to confirm it, in seconds: who is scanned once more, because the wallet
    /// was locked before the PIN came, is not asked for the PIN once more.
    private static let confirmationTime: TimeInterval = 60

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
        return try await sensorMutex.run { () async throws(WalletCoreError) in
            let running = try admitted(.enableBiometricUnlock)
            if try running.store.value(.biometrics) != nil { return .proven }
            provenBiometrics = nil
            let epoch = biometricsEpoch
            let availability = await running.bridges.biometrics.availability()
            // After a wipe or a lock neither a key is made nor the user prompted.
            guard try stillCounts(epoch) else { return .rejected }
            guard case .available = availability else { return .unavailable }
            do throws(WalletCoreError) {
                guard let publicKey = try await proveNewKey(prompt, epoch, running), try stillCounts(epoch) else {
                    await running.bridges.biometrics.deleteKey()
                    return .rejected
                }
                provenBiometrics = ProvenBiometrics(publicKey: publicKey, provenAt: running.bridges.clock.steadyNow)
                return .proven
            } catch {
                await running.bridges.biometrics.deleteKey()
                throw error
            }
        }
    }

    /// The second step: enables what the last scan has proven, after the PIN was entered (UC2.2/1.3a): since the scan, or a minute before it at most. In
    /// the set-up, until the deletion code is written down, the PIN with which the wallet was opened is enough (UC2.1/1.4a). When it is enabled already nothing is done.
    ///
    /// - Returns: whether it is enabled; false when nothing is proven, or was locked, disabled or replaced meanwhile.
    /// - Throws: `unexpected` when no PIN has confirmed the scan; `locked`, `notRegistered`, `platformMissing`, `notInitialized`,
    ///   `versionBlocked`, `walletRevoked`, or a store error. Nothing is enabled then.
    package func confirmBiometricUnlock() async throws(WalletCoreError) -> Bool {
        let running = try admitted(.confirmBiometricUnlock)
        if try running.store.value(.biometrics) != nil { return true }
        guard let proven = provenBiometrics else { return false }
        let isSetUp = try isRevocationCodeConfirmed()
        let earliest = proven.provenAt.addingTimeInterval(-Self.confirmationTime)
        guard !isSetUp || rightPINAt ?? .distantPast >= earliest else {
            throw WalletCoreError(.unexpected, "the PIN has not confirmed biometric unlock")
        }
        provenBiometrics = nil
        do throws(WalletCoreError) {
            try running.store.change { changes throws(WalletCoreError) in
                try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(proven.publicKey)))
            }
            return true
        } catch {
            // A write that failed may have reached the disk: nothing is to be enabled without its key.
            try? running.store.change { $0.remove(.biometrics) }
            try? await sensorMutex.run { await running.bridges.biometrics.deleteKey() }
            throw error
        }
    }

    // MARK: Inside

    /// What no PIN has confirmed does not count any more, nor a scan that is under way. The platform's key is deleted soon.
    func dropProvenBiometrics() {
        biometricsEpoch += 1
        guard provenBiometrics != nil else { return }
        provenBiometrics = nil
        biometricKeyTimer.wake()
    }

    /// Deletes keys that were proven and dropped until the task is cancelled.
    func keepBiometricKey(by clock: any ClockBridge) async {
        while !Task.isCancelled {
            await biometricKeyTimer.wait(until: nil, by: clock)
            await deleteUnconfirmedKey()
        }
    }

    /// Deletes the platform's key unless it is enabled or waits for the PIN. Never while it is being made and proven.
    private func deleteUnconfirmedKey() async {
        try? await sensorMutex.run { () async throws(WalletCoreError) in
            let running = try running()
            guard provenBiometrics == nil, try running.store.value(.biometrics) == nil else { return }
            await running.bridges.biometrics.deleteKey()
        }
    }

    /// Whether an enabling that began in that epoch counts still.
    ///
    /// - Throws: why it may not even be begun.
    private func stillCounts(_ epoch: Int) throws(WalletCoreError) -> Bool {
        try admit(.enableBiometricUnlock)
        return epoch == biometricsEpoch
    }

    /// Makes the key and lets the user prove it with one scan.
    ///
    /// - Returns: the public key; nil when the user closed the prompt or was not recognised, or it does not count any more.
    private func proveNewKey(_ prompt: String, _ epoch: Int, _ running: Running) async throws(WalletCoreError) -> [UInt8]? {
        let publicKey: [UInt8]
        do throws(BiometricsError) {
            publicKey = try await running.bridges.biometrics.makeKey()
        } catch {
            switch error {
            case .unavailable: throw WalletCoreError(.unexpected, "the phone has no sensor, or nobody is enrolled")
            case .failed: throw WalletCoreError(.storeFull, "the phone could not keep the biometric key")
            }
        }
        guard try stillCounts(epoch) else { return nil }
        let nonce = randomBytes(Self.nonceLength)
        switch await running.bridges.biometrics.sign(nonce, prompt: prompt) {
        case .signed(let signature):
            try Self.verify(signature, over: nonce, by: publicKey)
            return publicKey
        case .notRecognised, .notRecognisedForTheLastTime, .cancelled, .interrupted, .lockedOut, .enrolmentChanged, .unavailable: return nil
        }
    }
}
