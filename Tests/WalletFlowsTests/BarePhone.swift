// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// A phone without hardware or network, whose clock stands still.
struct BarePhone: AttestedKeyBridge, EncryptionKeyBridge, BiometricsBridge, NetworkBridge, ClockBridge, UtilitiesBridge {
    let storageDirectory: String

    var bridges: PlatformBridges {
        PlatformBridges(
            attestedKey: self, encryptionKey: self, biometrics: self, camera: NoCamera(), network: self, clock: self, utilities: self)
    }

    // MARK: Keys

    func generate() throws(AttestedKeyError) -> String { throw .notSupported }

    func attest(_ identifier: String, challengeHash: [UInt8]) throws(AttestedKeyError) -> PlatformAttestation { throw .notSupported }

    func sign(_ payload: [UInt8], with identifier: String) throws(AttestedKeyError) -> PlatformKeyProof { throw .notSupported }

    func deleteAll(except identifiers: Set<String>) {}

    func encrypt(_ plaintext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] { throw .failed }

    func decrypt(_ ciphertext: [UInt8], with identifier: String) throws(EncryptionKeyError) -> [UInt8] { throw .unknownKey }

    func delete(_ identifier: String) {}

    func deleteAll() {}

    // MARK: Sensor

    func availability() -> BiometricAvailability { .unsupported }

    func makeKey() throws(BiometricsError) -> [UInt8] { throw .unavailable }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) -> BiometricPromptResult { BiometricPromptResult(.unavailable) }

    func deleteKey() {}

    // MARK: Network, clock and utilities

    func send(_ request: NetworkRequest) throws(NetworkError) -> NetworkResponse { throw .offline }

    var now: Date { Date(timeIntervalSinceReferenceDate: 0) }

    var steadyNow: Date { now }

    func sleep(until deadline: Date) throws { throw CancellationError() }

    func sleep(untilSteady deadline: Date) throws { throw CancellationError() }

    func installationIdentity() -> InstallationIdentity? { nil }

    func isStorageAvailable() -> Bool { true }

    func isDeviceRooted() -> Bool { false }
}
