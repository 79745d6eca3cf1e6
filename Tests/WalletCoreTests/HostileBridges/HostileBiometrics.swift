// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport

/// A sensor that changes what the honest sensor receives or returns.
struct HostileBiometrics: BiometricsBridge {
    let sensor: FakeBiometrics
    var publicKey: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// The bytes that are signed.
    var nonce: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// True if the first key survives its deletion and is returned for every later one (BIO-13).
    var makesOnce = false

    func availability() async -> BiometricAvailability { await sensor.availability() }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        if makesOnce, let key = sensor.state.value.key { return publicKey(Array(key.publicKey.x963Representation)) }
        return publicKey(try await sensor.makeKey())
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        let result = await sensor.sign(self.nonce(nonce), prompt: prompt)
        guard case .signed(let honest) = result.ending else { return result }
        return BiometricPromptResult(.signed(signature(honest)), after: result.shown)
    }

    func deleteKey() async {
        if !makesOnce { await sensor.deleteKey() }
    }
}
