// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import Synchronization

/// Device keys in memory; an attestation is the key's own name.
final class FakeAttestedKeys: AttestedKeyBridge {
    struct State {
        var keys: [String: (key: P256.Signing.PrivateKey, isAttested: Bool)] = [:]
        var generated = 0
        /// The kind of the hardware.
        var kind = AttestedKeyKind.apple
        /// Thrown by the next call of that name, once.
        var generateError: AttestedKeyError?
        var attestError: AttestedKeyError?
        var signError: AttestedKeyError?
        /// Runs before all keys are deleted.
        var beforeDeletingAll: (@Sendable () async -> Void)?
    }

    let state = Mutex(State())

    func generate() async throws(AttestedKeyError) -> String {
        let result: Result<String, AttestedKeyError> = state.withLock { state in
            if let error = state.generateError {
                state.generateError = nil
                return .failure(error)
            }
            state.generated += 1
            let name = "key-\(state.generated)"
            state.keys[name] = (P256.Signing.PrivateKey(), false)
            return .success(name)
        }
        return try result.get()
    }

    func attest(_ identifier: String, challengeHash: [UInt8]) async throws(AttestedKeyError) -> PlatformAttestation {
        let error = state.withLock { state -> AttestedKeyError? in
            if let error = state.attestError {
                state.attestError = nil
                return error
            }
            guard let entry = state.keys[identifier], !entry.isAttested else { return .unknownKey }
            state.keys[identifier]?.isAttested = true
            return nil
        }
        if let error { throw error }
        let evidence = Array(identifier.utf8) + challengeHash
        return switch state.withLock({ $0.kind }) {
        case .apple: .apple(object: evidence)
        case .android: .android(chain: [evidence, [0x30]])
        }
    }

    func sign(_ payload: [UInt8], with identifier: String) async throws(AttestedKeyError) -> PlatformKeyProof {
        let result: Result<P256.Signing.PrivateKey, AttestedKeyError> = state.withLock { state in
            if let error = state.signError {
                state.signError = nil
                return .failure(error)
            }
            guard let entry = state.keys[identifier], entry.isAttested else { return .failure(.unknownKey) }
            return .success(entry.key)
        }
        guard let signature = try? result.get().signature(for: payload) else {
            if case .failure(let error) = result { throw error }
            throw .failed
        }
        let proof = Array(signature.derRepresentation)
        return switch state.withLock({ $0.kind }) {
        case .apple: .appleAssertion(proof)
        case .android: .androidSignature(proof)
        }
    }

    func delete(_ identifier: String) async {
        state.withLock { state in _ = state.keys.removeValue(forKey: identifier) }
    }

    func deleteAll(except identifiers: Set<String>) async {
        await state.withLock { $0.beforeDeletingAll }?()
        state.withLock { state in state.keys = state.keys.filter { identifiers.contains($0.key) } }
    }
}

/// Encryption keys in memory.
final class FakeEncryptionKeys: EncryptionKeyBridge {
    let keys = Mutex<[String: SymmetricKey]>([:])
    let isBroken = Mutex(false)
    /// The phone waits for its first unlock.
    let isWaiting = Mutex(false)
    /// Keys that survive deletion.
    let keeps = Mutex<Set<String>>([])

    func encrypt(_ plaintext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        if isBroken.withLock({ $0 }) { throw .failed }
        if isWaiting.withLock({ $0 }) { throw .notAvailableYet }
        let key = keys.withLock { keys in
            let key = keys[identifier] ?? SymmetricKey(size: .bits256)
            keys[identifier] = key
            return key
        }
        guard let sealed = try? AES.GCM.seal(plaintext, using: key).combined else { throw .failed }
        return Array(sealed)
    }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) async throws(EncryptionKeyError) -> [UInt8] {
        if isBroken.withLock({ $0 }) { throw .failed }
        if isWaiting.withLock({ $0 }) { throw .notAvailableYet }
        guard let key = keys.withLock({ $0[identifier] }) else { throw .unknownKey }
        guard let box = try? AES.GCM.SealedBox(combined: ciphertext), let plaintext = try? AES.GCM.open(box, using: key) else {
            throw .notDecryptable
        }
        return Array(plaintext)
    }

    func delete(_ identifier: String) async {
        if keeps.withLock({ $0.contains(identifier) }) { return }
        keys.withLock { keys in _ = keys.removeValue(forKey: identifier) }
    }

    func deleteAll() async {
        let kept = keeps.withLock { $0 }
        keys.withLock { keys in keys = keys.filter { kept.contains($0.key) } }
    }
}

/// A sensor with scripted prompts; without a script every scan matches.
final class FakeBiometrics: BiometricsBridge {
    struct State {
        var key: P256.Signing.PrivateKey?
        var answers: [BiometricPromptEnding] = []
        /// The messages of every prompt.
        var shown: [BiometricPromptMessage] = []
        var prompts: [BiometricPrompt] = []
        var nonces: [[UInt8]] = []
        var availability = BiometricAvailability.available(.faceID)
        /// Signs something other than the nonce.
        var forges = false
        /// Runs during a query of the sensor's state.
        var duringAvailability: (@Sendable () async -> Void)?
        /// Thrown by the next key that is made, once.
        var makeKeyError: BiometricsError?
        /// Runs before a key is made.
        var beforeMakingKey: (@Sendable () async -> Void)?
        /// Runs while the scan waits.
        var duringScan: (@Sendable () async -> Void)?
    }

    let state = Recorded(State())

    func availability() async -> BiometricAvailability {
        await state.value.duringAvailability?()
        return state.value.availability
    }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        await state.value.beforeMakingKey?()
        let error = state.change { state -> BiometricsError? in
            defer { state.makeKeyError = nil }
            return state.makeKeyError
        }
        if let error { throw error }
        guard case .available = state.value.availability else { throw .unavailable }
        let key = P256.Signing.PrivateKey()
        state.change { $0.key = key }
        return Array(key.publicKey.x963Representation)
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        await state.value.duringScan?()
        return state.change { state in
            state.prompts.append(prompt)
            state.nonces.append(nonce)
            return BiometricPromptResult(Self.ending(&state, nonce), after: state.shown)
        }
    }

    private static func ending(_ state: inout State, _ nonce: [UInt8]) -> BiometricPromptEnding {
        if !state.answers.isEmpty { return state.answers.removeFirst() }
        guard let key = state.key else { return .unavailable }
        let signed = state.forges ? Array("something else".utf8) : nonce
        guard let signature = try? key.signature(for: signed) else { return .failed }
        return .signed(Array(signature.derRepresentation))
    }

    func deleteKey() async {
        state.change { $0.key = nil }
    }
}

/// The app's directory, the installation's identity and a setting for a rooted device.
final class FakeUtilities: UtilitiesBridge {
    let storageDirectory: String
    let isRooted = Mutex(false)
    let isStorageReachable = Mutex(true)
    let installation = Mutex(InstallationIdentity("installation-1"))

    init(_ storageDirectory: String) {
        self.storageDirectory = storageDirectory
    }

    func installationIdentity() async -> InstallationIdentity? { installation.withLock { $0 } }

    func isStorageAvailable() async -> Bool { isStorageReachable.withLock { $0 } }

    func isDeviceRooted() async -> Bool { isRooted.withLock { $0 } }
}
