// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import WalletInterface

/// A key that the user has proven with one scan. It unlocks nothing until the PIN confirms it.
struct ProvenBiometrics: Sendable {
    /// The public key in X9.63 uncompressed form, 65 bytes.
    let publicKey: [UInt8]
    /// The monotonic time of the proof.
    let provenAt: Date
}

/// The signals of biometric unlock. They outlive every wallet.
struct BiometricSignals: Sendable {
    /// Serialises scans.
    let mutex = AsyncMutex()
    /// Wakes the task that deletes unconfirmed keys.
    let timer = RestartableTimer()
}

/// Biometric unlock: the platform's key, its proof and confirmation, and the scans that unlock.
///
/// The user enables it in two steps: face or finger proves the key, then the PIN confirms it (UC2.2, ruling 1.3c). Between the steps the
/// key is only in memory. A lock drops it. If the process ends, the next start deletes the platform's key, because no stored record names
/// it.
final class BiometricUnlocking {
    static let nonceLength = 32
    /// The time for which a right PIN confirms a later scan, in seconds. A lock drops the proven key and the right PIN; within this time the
    /// PIN that unlocks the wallet again confirms a new scan.
    private static let confirmationTime: TimeInterval = 60

    let context: WalletContext
    let signals: BiometricSignals
    /// The proven key that waits for the PIN.
    private var proven: ProvenBiometrics?
    /// Raised when a proven key is dropped. A scan that started in an earlier epoch proves nothing.
    private var epoch = 0

    init(_ context: WalletContext, _ signals: BiometricSignals) {
        self.context = context
        self.signals = signals
    }

    private var platform: any BiometricsBridge { context.bridges.biometrics }

    // MARK: Enabling

    /// Makes the platform's key and lets the user prove it in one prompt.
    ///
    /// - Parameters:
    ///   - prompt: the app's texts in the prompt, in the user's language.
    ///   - admit: throws if the call is no longer admitted; checked after every wait.
    func enable(prompt: BiometricPrompt, _ admit: () throws(WalletCoreError) -> Void) async throws(WalletCoreError) -> BiometricEnabling {
        if try context.store.value(.biometrics) != nil { return .proven }
        proven = nil
        let began = epoch
        // After a wipe or a lock the core makes no key and does not prompt the user.
        func stillCounts() throws(WalletCoreError) -> Bool {
            try admit()
            return began == epoch
        }
        let availability = await platform.availability()
        guard try stillCounts() else { return .rejected }
        guard case .available = availability else { return .unavailable }
        do throws(WalletCoreError) {
            guard let publicKey = try await proveNewKey(prompt, stillCounts), try stillCounts() else {
                await platform.deleteKey()
                return .rejected
            }
            proven = ProvenBiometrics(publicKey: publicKey, provenAt: context.clock.steadyNow)
            return .proven
        } catch {
            await platform.deleteKey()
            throw error
        }
    }

    /// - Returns: the public key; nil if the user left the prompt or was not recognised, the prompt failed, the scan no longer counts, or
    ///   the last face or finger was removed in the meantime.
    private func proveNewKey(
        _ prompt: BiometricPrompt, _ stillCounts: () throws(WalletCoreError) -> Bool
    ) async throws(WalletCoreError) -> [UInt8]? {
        let publicKey: [UInt8]
        do throws(BiometricsError) {
            publicKey = try await platform.makeKey()
        } catch {
            switch error {
            case .unavailable: return nil
            case .notAvailableYet: throw .waitingForPhone
            case .notAnswering: throw .notAnswering
            case .failed: throw WalletCoreError(.hardwareFailed, "the phone's hardware could not make the biometric key")
            }
        }
        // The user is not asked for a scan with a key that can verify nothing (BIO-02).
        guard (try? P256.Signing.PublicKey(x963Representation: publicKey)) != nil else {
            throw WalletCoreError(.hardwareFailed, "the phone's hardware made no usable biometric key")
        }
        guard try stillCounts() else { return nil }
        let nonce = context.randomBytes(Self.nonceLength)
        switch await platform.sign(nonce, prompt: prompt).ending {
        case .signed(let signature):
            try Self.verify(signature, over: nonce, by: publicKey)
            return publicKey
        case .cancelled, .fallback, .notRecognised, .interrupted, .lockedOut, .enrolmentChanged, .unavailable, .notAvailableYet, .failed:
            return nil
        }
    }

    /// Enables the key that the last scan has proven.
    ///
    /// - Parameters:
    ///   - attempts: the record of the right PIN, which is taken.
    ///   - isSetUp: false during the set-up, in which the PIN that unlocked the wallet is enough, and is not taken.
    func confirm(by attempts: PINAttempts, isSetUp: Bool) async throws(WalletCoreError) -> Bool {
        if try context.store.value(.biometrics) != nil { return true }
        guard let proven else { return false }
        if isSetUp { try attempts.takeRightPIN(since: proven.provenAt.addingTimeInterval(-Self.confirmationTime)) }
        self.proven = nil
        do throws(WalletCoreError) {
            var writer = try EventWriter(context.store)
            let event = StoredEvent(.biometricsOn, at: context.trueNow)
            try context.store.change { changes throws(WalletCoreError) in
                try changes.set(.biometrics, to: BiometricPreference(publicKey: Data(proven.publicKey)))
                try writer.add(event, in: &changes)
                try writer.finish(&changes)
            }
            return true
        } catch {
            // A failed write may have reached the disk, so the record and the key are both removed.
            try? remove()
            try? await signals.mutex.run { await platform.deleteKey() }
            throw error
        }
    }

    // MARK: Dropping

    /// Drops an unconfirmed key and cancels a running scan. A background task deletes the platform's key.
    func dropProven() {
        epoch += 1
        guard proven != nil else { return }
        proven = nil
        signals.timer.wake()
    }

    /// Disables biometric unlock and deletes the platform's key. If it was enabled, an event tells of it: also if the system or the core ended it.
    ///
    /// - Throws: a store error; biometric unlock then stays enabled.
    func forget() async throws(WalletCoreError) {
        dropProven()
        try remove()
        await platform.deleteKey()
    }

    /// Removes the record with an event; without one if the store refuses the event, because ending biometric unlock must not fail for lack
    /// of room.
    ///
    /// - Throws: a store error.
    private func remove() throws(WalletCoreError) {
        do throws(WalletCoreError) {
            try removeNoting()
        } catch {
            try context.store.change { $0.remove(.biometrics) }
        }
    }

    /// Removes the record, with an event if there was one.
    ///
    /// - Throws: a store error.
    private func removeNoting() throws(WalletCoreError) {
        let wasEnabled = try context.store.value(.biometrics) != nil
        var writer = try EventWriter(context.store)
        let event = StoredEvent(.biometricsOff, at: context.trueNow)
        try context.store.change { changes throws(WalletCoreError) in
            changes.remove(.biometrics)
            guard wasEnabled else { return }
            try writer.add(event, in: &changes)
            try writer.finish(&changes)
        }
    }

    /// Deletes the platform's key unless it is enabled or waits for the PIN. Runs in the scans' mutex: never while a key is made and
    /// proven.
    func deleteUnconfirmedKey() async throws(WalletCoreError) {
        guard context.isPresent, proven == nil, try context.store.value(.biometrics) == nil else { return }
        await platform.deleteKey()
    }

    // MARK: Scanning

    /// Lets the user sign a nonce in one prompt.
    func scan(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult { await platform.sign(nonce, prompt: prompt) }

    static func verify(_ signature: [UInt8], over nonce: [UInt8], by publicKey: [UInt8]) throws(WalletCoreError) {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature),
            key.isValidSignature(signature, for: nonce)
        else { throw WalletCoreError(.unexpected, "the platform's biometric signature does not verify") }
    }
}
