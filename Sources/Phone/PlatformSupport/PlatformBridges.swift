// SPDX-License-Identifier: EUPL-1.2

/// Everything that the core may ask of the phone. The platform hands it over once per process.
///
/// - SeeAlso: the start-up document, `initPlatformSupport`.
package struct PlatformBridges: Sendable {
    /// The key in secure hardware that can attest itself.
    package let attestedKey: any AttestedKeyBridge
    /// The key in secure hardware that wraps the store's data key.
    package let encryptionKey: any EncryptionKeyBridge
    /// Face or finger.
    package let biometrics: any BiometricsBridge
    /// The way to the backend.
    package let network: any NetworkBridge
    /// Time.
    package let clock: any ClockBridge
    /// Storage place and root check.
    package let utilities: any UtilitiesBridge

    /// Gathers the bridges.
    package init(
        attestedKey: any AttestedKeyBridge, encryptionKey: any EncryptionKeyBridge, biometrics: any BiometricsBridge,
        network: any NetworkBridge, clock: any ClockBridge, utilities: any UtilitiesBridge
    ) {
        self.attestedKey = attestedKey
        self.encryptionKey = encryptionKey
        self.biometrics = biometrics
        self.network = network
        self.clock = clock
        self.utilities = utilities
    }
}
