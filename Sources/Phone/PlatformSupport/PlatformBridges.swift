// SPDX-License-Identifier: EUPL-1.2

/// The bridges through which the core uses the phone. The platform passes them once per process.
///
/// Each asynchronous call has a time limit, counted on the clock's monotonic time. At its end the core cancels the call, continues with a
/// named error, and drops a later result. A call whose caller was cancelled has five more seconds. While four calls of a bridge hang, 16 of
/// the network, the core refuses further calls of that bridge; it also makes no key while a deletion hangs. Ending the process ends such a
/// state, and loses nothing.
public struct PlatformBridges: Sendable {
    /// The key in secure hardware that can be attested.
    public let attestedKey: any AttestedKeyBridge
    /// The key in secure hardware that encrypts.
    public let encryptionKey: any EncryptionKeyBridge
    /// The sensor for face or fingerprint.
    public let biometrics: any BiometricsBridge
    /// The camera that reads QR codes; ``NoCamera`` where there is none.
    public let camera: any CameraBridge
    /// The HTTP stack.
    public let network: any NetworkBridge
    /// Wall-clock and monotonic time.
    public let clock: any ClockBridge
    /// Storage and the phone's own facts.
    public let utilities: any UtilitiesBridge

    /// Creates the set of all bridges.
    public init(
        attestedKey: any AttestedKeyBridge, encryptionKey: any EncryptionKeyBridge, biometrics: any BiometricsBridge,
        camera: any CameraBridge, network: any NetworkBridge, clock: any ClockBridge, utilities: any UtilitiesBridge
    ) {
        self.attestedKey = attestedKey
        self.encryptionKey = encryptionKey
        self.biometrics = biometrics
        self.camera = camera
        self.network = network
        self.clock = clock
        self.utilities = utilities
    }
}
