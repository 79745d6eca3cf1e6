// SPDX-License-Identifier: EUPL-1.2

import PlatformSupport
import Synchronization
import Testing
import WalletInterface

@testable import WalletCore

/// A phone with hostile bridges in place of some of its own.
extension Phone {
    /// Returns the phone's bridges with these in their places.
    func replacing(
        attestedKey: (any AttestedKeyBridge)? = nil, encryptionKey: (any EncryptionKeyBridge)? = nil,
        biometrics: (any BiometricsBridge)? = nil, clock: (any ClockBridge)? = nil, utilities: (any UtilitiesBridge)? = nil
    ) -> PlatformBridges {
        PlatformBridges(
            attestedKey: attestedKey ?? attestedKeys, encryptionKey: encryptionKey ?? encryptionKeys,
            biometrics: biometrics ?? self.biometrics, camera: camera, network: provider, clock: clock ?? self.clock,
            utilities: utilities ?? self.utilities)
    }

    /// Starts a process on these bridges: a core that is not initialised. A hostile clock measures the calls' limits, too.
    func process(_ bridges: PlatformBridges) async throws -> Core {
        let core = Core(embedded: provider.embedded)
        try await core.initPlatformSupport(bridges, limitsBy: bridges.clock is HostileClock ? nil : limitClock)
        return core
    }

    /// Starts a process with an initialised core on these bridges.
    func start(_ bridges: PlatformBridges) async throws -> Core {
        let core = try await process(bridges)
        try await core.initialize()
        return core
    }

    /// Expects that nothing was lost: with honest bridges the wallet is there and opens with its PIN, and no attempt was counted.
    func expectWhole(at location: SourceLocation = #_sourceLocation) async throws {
        let core = try await launch()
        #expect(try await core.hasRemotePIN(), sourceLocation: location)
        #expect(try await core.unlock(pin: Self.pin()) == .valid, sourceLocation: location)
        #expect(try await core.isUnlocked(), sourceLocation: location)
        #expect(provider.state.withLock { $0.wrongPINs } == 0, sourceLocation: location)
    }
}
