// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport

extension PlatformBridges {
    /// The same bridges, each asynchronous call with a time limit. The clock's waits have none, and end when they are cancelled.
    ///
    /// - Parameter clock: measures the limits.
    func answeringInTime(by clock: any ClockBridge) -> PlatformBridges {
        PlatformBridges(
            attestedKey: AttestedKeysInTime(bridge: attestedKey, calls: BridgeCalls(clock, rest: EncryptionKeysInTime.rest)),
            encryptionKey: EncryptionKeysInTime(bridge: encryptionKey, calls: BridgeCalls(clock, rest: EncryptionKeysInTime.rest)),
            biometrics: BiometricsInTime(bridge: biometrics, calls: BridgeCalls(clock)),
            camera: CameraInTime(bridge: camera, calls: BridgeCalls(clock)),
            network: NetworkInTime(bridge: network, calls: BridgeCalls(clock, maximumLeft: NetworkInTime.maximumLeft)),
            clock: self.clock.endingCancelledWaits,
            utilities: UtilitiesInTime(bridge: utilities, calls: BridgeCalls(clock)))
    }
}
