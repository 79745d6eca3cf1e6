// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import PlatformSupport
import ProviderProtocol
import WalletInterface

/// The wallet's keys in the phone's secure hardware: generation, attestation, use and deletion.
struct DeviceKeys {
    let context: WalletContext

    init(_ context: WalletContext) { self.context = context }

    /// Lets the platform attest a key that no registration has used: the pending key, or a new key, which is stored before its attestation.
    ///
    /// - Parameter token: the enrolment challenge; the attestation covers its SHA-256.
    /// - Throws: `deviceInsecure(.attestationNotSupported)`, `serverUnreachable` if the platform's own service does not answer,
    ///   `hardwareFailed`, or a store error.
    func attestedKey(for token: String) async throws(WalletCoreError) -> (key: DeviceKey, attestation: DeviceKeyAttestation) {
        let challengeHash = Array(SHA256.hash(data: Array(token.utf8)))
        // A pending key that the hardware no longer has is replaced once.
        for _ in 1...2 {
            let keyID = try await freshKey()
            // A key is attested only once, so from here on only this registration can use it.
            try context.store.change { changes throws(WalletCoreError) in
                try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: keyID, isSpent: true))
            }
            let attestation: PlatformAttestation
            do throws(AttestedKeyError) {
                attestation = try await context.bridges.attestedKey.attest(keyID, challengeHash: challengeHash)
            } catch {
                switch error {
                case .unknownKey: continue
                case .platformUnreachable:
                    try keepPending(keyID)
                    throw WalletCoreError(.serverUnreachable, "the platform's attestation service does not answer")
                case .notAvailableYet:
                    try keepPending(keyID)
                    throw Self.error(error)
                // The key may have been attested in the meantime; it stays spent.
                case .notSupported, .notAnswering, .failed: throw Self.error(error)
                }
            }
            guard attestation.isPlausible else { throw Self.brokenPromise("an attestation of an impossible size") }
            switch attestation {
            case .apple(let object): return (DeviceKey(identifier: keyID, kind: .apple), .apple(object: object))
            case .android(let chain): return (DeviceKey(identifier: keyID, kind: .android), .android(chain: chain))
            }
        }
        throw Self.error(.unknownKey)
    }

    /// The pending key if it was never attested, otherwise a new key. An older key is deleted.
    private func freshKey() async throws(WalletCoreError) -> String {
        if let pending = try context.store.value(.pendingDeviceKey) {
            guard pending.isSpent else { return pending.identifier }
            try await drop(pending.identifier)
        }
        let keyID: String
        do throws(AttestedKeyError) {
            keyID = try await context.bridges.attestedKey.generate()
        } catch {
            throw Self.error(error)
        }
        try requireNew(keyID)
        try keepPending(keyID)
        return keyID
    }

    /// Passes if the name of a new key can be stored, and no wallet of this phone uses it (ATT-01). Under an erased wallet's name, deleting
    /// one key would delete both, and that wallet's account could not be ended.
    private func requireNew(_ keyID: String) throws(WalletCoreError) {
        guard (1...Self.longestIdentifier).contains(keyID.utf8.count) else { throw Self.brokenPromise("a key without a usable name") }
        let registered = try context.store.value(.registration)?.deviceKeyID
        let erased = try context.store.value(.pendingDeregistrations) ?? []
        guard keyID != registered, !erased.contains(where: { $0.identity.deviceKeyID == keyID }) else {
            throw Self.brokenPromise("a new key with the name of another key")
        }
    }

    /// Stores a key that can still be attested.
    private func keepPending(_ keyID: String) throws(WalletCoreError) {
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: keyID, isSpent: false))
        }
    }

    /// Deletes a key that no registration uses, together with its pending registration.
    func drop(_ keyID: String) async throws(WalletCoreError) {
        await context.bridges.attestedKey.delete(keyID)
        try context.store.change {
            $0.remove(.pendingRegistration)
            $0.remove(.pendingDeviceKey)
        }
    }

    /// Proves possession of a device key over a message, in the form of the key's attestation kind.
    ///
    /// - Returns: nil only if the hardware reports that it does not have the key.
    /// - Throws: `unexpected` if the hardware and the key are of different kinds; `hardwareFailed`, also for bytes that are no proof;
    ///   `notAvailableYet`.
    func proofIfHeld(over message: InstructionMessage, by key: DeviceKey) async throws(WalletCoreError) -> DeviceProof? {
        let proof: PlatformKeyProof
        do throws(AttestedKeyError) {
            proof = try await context.bridges.attestedKey.sign(message.deviceSigned, with: key.identifier)
        } catch {
            guard error != .unknownKey else { return nil }
            throw Self.error(error)
        }
        guard proof.kind == key.kind else {
            throw WalletCoreError(.unexpected, "the phone's hardware is of another kind than the device key")
        }
        // A proof that the provider cannot read costs no number and is not sent.
        guard proof.isPlausible else { throw Self.brokenPromise("a proof that is no signature") }
        switch proof {
        case .appleAssertion(let bytes): return .appleAssertion(bytes)
        case .androidSignature(let bytes): return .androidSignature(bytes)
        }
    }

    /// Checks that the hardware still has the device key, by signing nothing with it. Called before a login: without the key, neither an
    /// issuance nor a PIN recovery can succeed.
    ///
    /// - Throws: `deviceKeyLost`; as `proofIfHeld`.
    func requireHeld(_ key: DeviceKey) async throws(WalletCoreError) {
        do throws(AttestedKeyError) {
            _ = try await context.bridges.attestedKey.sign([], with: key.identifier)
        } catch {
            guard error == .unknownKey else { throw Self.error(error) }
            throw .deviceKeyLost
        }
    }

    /// The longest stored name of a key, in bytes.
    private static let longestIdentifier = 1024

    private static func brokenPromise(_ result: String) -> WalletCoreError {
        WalletCoreError(.hardwareFailed, "the phone's hardware returned \(result)")
    }

    static func error(_ error: AttestedKeyError) -> WalletCoreError {
        switch error {
        case .notSupported: WalletCoreError(.deviceInsecure(.attestationNotSupported), "the phone cannot attest a key")
        case .platformUnreachable: WalletCoreError(.serverUnreachable, "the platform's attestation service does not answer")
        case .notAvailableYet: .waitingForPhone
        case .notAnswering: .notAnswering
        case .unknownKey: WalletCoreError(.hardwareFailed, "the phone's hardware does not hold the key that it has just made")
        case .failed: WalletCoreError(.hardwareFailed, "the phone's hardware failed with the device key")
        }
    }
}

extension WalletCoreError {
    /// The hardware reports that it does not have the key with which the wallet is registered.
    static var deviceKeyLost: WalletCoreError {
        WalletCoreError(.deviceKeyLost, "the phone's hardware does not hold the device key")
    }
}
