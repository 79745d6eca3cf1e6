// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport

/// Biometrics of the simulated phone: a scan releases the key, only for the enrolment that it was made for.
struct SimulatedBiometrics: BiometricsBridge {
    let device: SimulatedDevice
    let sensor: BiometricSensor

    func availability() async -> BiometricAvailability {
        let kind = device.sensorKind
        return switch device.settings.biometrics {
        case .none: .unsupported
        case .notEnrolled: .notEnrolled(kind)
        case .enrolled: sensor.status.isLockedOut ? .lockedOut(kind) : .available(kind)
        }
    }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        guard device.settings.biometrics == .enrolled else { throw .unavailable }
        if device.isAwaitingUnlock { throw .notAvailableYet }
        let privateKey = P256.Signing.PrivateKey()
        do throws(SimulatedPhoneError) {
            try device.update { $0.biometricKey = .init(privateKey: privateKey.rawRepresentation, enrolment: $0.enrolment) }
        } catch {
            throw .failed
        }
        return Array(privateKey.publicKey.x963Representation)
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        if let refusal = refusal() { return BiometricPromptResult(refusal) }
        let (ending, shown) = await sensor.run(prompt)
        return BiometricPromptResult(self.ending(of: ending, over: nonce), after: shown)
    }

    private func ending(of ending: SensorEnding, over nonce: [UInt8]) -> BiometricPromptEnding {
        switch ending {
        // The enrolment may have changed while the prompt was open.
        case .match: refusal() ?? signature(over: nonce)
        case .cancelled: .cancelled
        case .fallback: .fallback
        case .lockedOut: .lockedOut
        case .interrupted: .interrupted
        }
    }

    private func signature(over nonce: [UInt8]) -> BiometricPromptEnding {
        guard let key = device.contents.biometricKey else { return .unavailable }
        guard let privateKey = try? P256.Signing.PrivateKey(rawRepresentation: key.privateKey),
            let signature = try? privateKey.signature(for: nonce)
        else { return .failed }
        return .signed(Array(signature.derRepresentation))
    }

    func deleteKey() async {
        guard device.contents.biometricKey != nil else { return }
        try? device.update { $0.biometricKey = nil }
    }

    /// The reason to refuse a scan; nil when a scan is possible. Removes a key of an earlier enrolment.
    private func refusal() -> BiometricPromptEnding? {
        if device.isAwaitingUnlock { return .notAvailableYet }
        let hardware = device.contents
        guard hardware.settings.biometrics == .enrolled, let key = hardware.biometricKey else { return .unavailable }
        guard key.enrolment == hardware.enrolment else {
            try? device.update { $0.biometricKey = nil }
            return .enrolmentChanged
        }
        return nil
    }
}
