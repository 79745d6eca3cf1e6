// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PlatformSupport
import ProviderProtocol
import WalletInterface

extension WalletCore {
    /// Lets the platform attest a key that no registration has used: the pending one, or a new one that is stored before it is attested.
    ///
    /// - Parameter token: the enrolment challenge; the attestation is over its SHA-256.
    /// - Throws: `deviceInsecure(.attestationNotSupported)`, `serverUnreachable` when the platform's own service does not answer, a store
    ///   error, or `unexpected`.
    func attestedKey(for token: String, _ running: Running) async throws(WalletCoreError) -> (key: DeviceKey, attestation: KeyAttestation) {
        let challengeHash = Array(SHA256.hash(data: Array(token.utf8)))
        // A pending key that the hardware does not know any more is replaced once.
        for _ in 1...2 {
            let keyID = try await freshDeviceKey(running)
            // A key is attested once only: from here on it serves this registration or none.
            try running.store.change { changes throws(WalletCoreError) in
                try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: keyID, isSpent: true))
            }
            do throws(AttestedKeyError) {
                switch try await running.bridges.attestedKey.attest(keyID, challengeHash: challengeHash) {
                case .apple(let object): return (DeviceKey(identifier: keyID, kind: .apple), .apple(object: object))
                case .android(let chain): return (DeviceKey(identifier: keyID, kind: .android), .android(chain: chain))
                }
            } catch {
                switch error {
                case .unknownKey: continue
                case .platformUnreachable:
                    try running.store.change { changes throws(WalletCoreError) in
                        try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: keyID, isSpent: false))
                    }
                    throw WalletCoreError(.serverUnreachable, "the platform's attestation service does not answer")
                case .notSupported, .failed: throw Self.error(error)
                }
            }
        }
        throw WalletCoreError(.unexpected, "the phone's hardware does not know its new key")
    }

    /// The pending key while it was never attested; else a new one. An older one is deleted.
    private func freshDeviceKey(_ running: Running) async throws(WalletCoreError) -> String {
        if let pending = try running.store.value(.pendingDeviceKey) {
            guard pending.isSpent else { return pending.identifier }
            try await dropDeviceKey(pending.identifier, running)
        }
        let keyID: String
        do throws(AttestedKeyError) {
            keyID = try await running.bridges.attestedKey.generate()
        } catch {
            throw Self.error(error)
        }
        try running.store.change { changes throws(WalletCoreError) in
            try changes.set(.pendingDeviceKey, to: PendingDeviceKey(identifier: keyID, isSpent: false))
        }
        return keyID
    }

    /// Deletes a key that serves no registration, and what was pending with it.
    func dropDeviceKey(_ keyID: String, _ running: Running) async throws(WalletCoreError) {
        await running.bridges.attestedKey.delete(keyID)
        try running.store.change {
            $0.remove(.pendingRegistration)
            $0.remove(.pendingDeviceKey)
        }
    }

    /// Proves possession of the device key over a message, in the way of the kind that it was attested as.
    ///
    /// - Throws: `unexpected` when the hardware does not hold the key of this wallet, or proves it in another kind's way; `storeFull` when it
    ///   fails.
    func deviceProof(
        over message: InstructionMessage, by key: DeviceKey, _ running: Running
    ) async throws(WalletCoreError) -> DeviceProof {
        guard let proof = try await deviceProofIfHeld(over: message, by: key, running) else { throw Self.error(.unknownKey) }
        return proof
    }

    /// As `deviceProof`; nil when the hardware says that it does not hold the key, which no other failure may be taken for.
    func deviceProofIfHeld(
        over message: InstructionMessage, by key: DeviceKey, _ running: Running
    ) async throws(WalletCoreError) -> DeviceProof? {
        let proof: PlatformKeyProof
        do throws(AttestedKeyError) {
            proof = try await running.bridges.attestedKey.sign(message.deviceSigned, with: key.identifier)
        } catch {
            guard error != .unknownKey else { return nil }
            throw Self.error(error)
        }
        guard proof.kind == key.kind else {
            throw WalletCoreError(.unexpected, "the phone's hardware is of another kind than the device key")
        }
        switch proof {
        case .appleAssertion(let bytes): return .appleAssertion(bytes)
        case .androidSignature(let bytes): return .androidSignature(bytes)
        }
    }

    private static func error(_ error: AttestedKeyError) -> WalletCoreError {
        switch error {
        case .notSupported: WalletCoreError(.deviceInsecure(.attestationNotSupported), "the phone cannot attest a key")
        case .platformUnreachable: WalletCoreError(.serverUnreachable, "the platform's attestation service does not answer")
        case .unknownKey: WalletCoreError(.unexpected, "the phone's hardware does not hold the device key")
        case .failed: WalletCoreError(.storeFull, "the phone could not keep the device key's state")
        }
    }

    // MARK: The PIN key

    /// Derives the PIN key for one use.
    func pinKey(from pin: PIN, salt: [UInt8]) throws(WalletCoreError) -> P256.Signing.PrivateKey {
        guard let key = try? PINKey.derive(from: pin, salt: salt) else {
            throw WalletCoreError(.unexpected, "the PIN key cannot be derived")
        }
        return key
    }

    /// Signs claims with the PIN key.
    func signed(_ claims: InstructionClaims, by pinKey: P256.Signing.PrivateKey) throws(WalletCoreError) -> InstructionMessage {
        guard let message = try? InstructionMessage(claims, signedBy: pinKey) else {
            throw WalletCoreError(.unexpected, "a message cannot be signed")
        }
        return message
    }
}
