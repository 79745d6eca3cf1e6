// SPDX-License-Identifier: EUPL-1.2

/// The bridges through which the core uses the phone. The platform passes them once per process.
package struct PlatformBridges: Sendable {
    /// The key in secure hardware that can be attested.
    package let attestedKey: any AttestedKeyBridge
    package let encryptionKey: any EncryptionKeyBridge
    package let biometrics: any BiometricsBridge
    package let network: any NetworkBridge
    package let clock: any ClockBridge
    package let utilities: any UtilitiesBridge

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
