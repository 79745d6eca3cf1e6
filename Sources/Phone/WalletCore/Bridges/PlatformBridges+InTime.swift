// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension PlatformBridges {
    /// The same bridges, each asynchronous call with a time limit. The clock stays as it is: it measures the limits.
    ///
    /// - Parameter clock: measures the limits.
    func answeringInTime(by clock: any ClockBridge) -> PlatformBridges {
        PlatformBridges(
            attestedKey: AttestedKeysInTime(attestedKey, clock), encryptionKey: EncryptionKeysInTime(encryptionKey, clock),
            biometrics: BiometricsInTime(biometrics, clock), network: NetworkInTime(network, clock), clock: self.clock,
            utilities: UtilitiesInTime(utilities, clock))
    }
}
