// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PlatformSupport

/// The host's sensor and its key.
struct HostBiometrics: BiometricsBridge {
    let calls: HostCalls

    private struct Request: Encodable {
        var nonce: Data?
        var prompt: BiometricPrompt?
    }

    /// The outcome of a prompt: the name of a case of `BiometricPromptEnding`, with the signature for `signed`, and the messages shown.
    private struct Outcome: Decodable {
        let ending: String
        let signature: Data?
        let shown: [BiometricPromptMessage]?
    }

    /// The state of the sensor: the name of a case of `BiometricAvailability`, with the sensor for all but `unsupported`.
    private struct Sensor: Decodable {
        let state: String
        let kind: BiometricKind?
    }

    func availability() async -> BiometricAvailability {
        let sensor = try? await calls.call("biometrics.availability", Request()) as Sensor
        return switch (sensor?.state, sensor?.kind) {
        case ("available", let kind?): .available(kind)
        case ("notEnrolled", let kind?): .notEnrolled(kind)
        case ("lockedOut", let kind?): .lockedOut(kind)
        default: .unsupported
        }
    }

    func makeKey() async throws(BiometricsError) -> [UInt8] {
        do {
            return Array(try await calls.call("biometrics.makeKey", Request()) as Data)
        } catch {
            throw error.named(or: .failed)
        }
    }

    func sign(_ nonce: [UInt8], prompt: BiometricPrompt) async -> BiometricPromptResult {
        let outcome: Outcome
        do {
            outcome = try await calls.call("biometrics.sign", Request(nonce: Data(nonce), prompt: prompt), isCancellable: true)
        } catch .refused(let name) {
            return BiometricPromptResult(Self.ending(name))
        } catch {
            // The wallet was closed, or the caller was cancelled.
            return BiometricPromptResult(.cancelled)
        }
        let ending = outcome.ending == "signed" ? outcome.signature.map { .signed(Array($0)) } : Self.ending(outcome.ending)
        return BiometricPromptResult(ending ?? .failed, after: outcome.shown ?? [])
    }

    /// The end of a prompt without a signature. An unknown name counts as `failed`: unlike `unavailable`, this ending does not disable
    /// biometric unlock.
    private static func ending(_ name: String) -> BiometricPromptEnding {
        switch name {
        case "cancelled": .cancelled
        case "fallback": .fallback
        case "notRecognised": .notRecognised
        case "lockedOut": .lockedOut
        case "enrolmentChanged": .enrolmentChanged
        case "interrupted": .interrupted
        case "notAvailableYet": .notAvailableYet
        case "unavailable": .unavailable
        default: .failed
        }
    }

    func deleteKey() async { _ = try? await calls.call("biometrics.deleteKey", Request()) as Bool }
}
