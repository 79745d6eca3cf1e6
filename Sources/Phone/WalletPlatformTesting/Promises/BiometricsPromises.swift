// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport

extension ConformanceSuite {
    private static let nonce = [UInt8](repeating: 0x3c, count: 32)

    private static let prompt = BiometricPrompt(title: "Conformance", reason: "Try the sensor", fallback: "Other way")

    /// Shows a prompt while the person performs the acts in order.
    private static func scan(_ acts: [Act], _ trial: Trial) async throws -> BiometricPromptResult {
        try await withThrowingTaskGroup(of: BiometricPromptResult?.self) { group in
            group.addTask { await trial.sensor.sign(nonce, prompt: prompt) }
            group.addTask {
                for act in acts { try await trial.phone.perform(act) }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw Broken("the prompt has no end")
        }
    }

    private static func require(_ expected: BiometricPromptEnding, from acts: Act..., on trial: Trial) async throws {
        let found = try await scan(acts, trial).ending
        try trial.require(found == expected, "the ending was \(name(found)) instead of \(name(expected))")
    }

    /// Shows the prompt, cancels the call while it is shown, and returns the prompt's ending.
    private static func endingOfCancelledCall(_ trial: Trial) async throws -> BiometricPromptEnding {
        try await withThrowingTaskGroup(of: BiometricPromptEnding?.self) { group in
            group.addTask { await trial.sensor.sign(nonce, prompt: prompt).ending }
            group.addTask {
                try await trial.phone.perform(.seePrompt)
                return nil
            }
            defer { group.cancelAll() }
            if let early = try await group.next() ?? nil { throw Broken("it ended as \(name(early)) before the prompt was shown") }
            group.cancelAll()
            guard let ending = try await group.next() ?? nil else { throw Broken("the prompt has no end") }
            return ending
        }
    }

    /// The ending without a signature.
    private static func name(_ ending: BiometricPromptEnding) -> String { if case .signed = ending { "signed" } else { "\(ending)" } }

    @discardableResult
    private static func requireSignature(
        by publicKey: [UInt8], from acts: Act..., on trial: Trial
    ) async throws -> [BiometricPromptMessage] {
        let found = try await scan(acts, trial)
        guard case .signed(let signature) = found.ending else { throw Broken("the ending was \(name(found.ending)) instead of signed") }
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature), key.isValidSignature(parsed, for: nonce)
        else { throw Broken("the signature does not verify") }
        return found.shown
    }

    /// The promises of `BiometricsBridge`.
    static let biometrics: [Promise] = [
        Promise("BIO-01", "With an enrolled face or finger the sensor is available.") { trial in
            guard case .available = await trial.sensor.availability() else { throw Broken("it is not") }
        },
        Promise("BIO-02", "A new key is a P-256 public key of 65 bytes.") { trial in
            let key = try await trial.sensor.makeKey()
            try trial.require(key.count == 65 && (try? P256.Signing.PublicKey(x963Representation: key)) != nil, "it is not")
        },
        Promise("BIO-03", "After a match the prompt ends with the key's signature over the nonce.") { trial in
            try await requireSignature(by: try await trial.sensor.makeKey(), from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-04", "A mismatch does not end the prompt: it offers another try, and a match then signs.") { trial in
            let key = try await trial.sensor.makeKey()
            try await requireSignature(
                by: key, from: .presentAnotherFaceOrFinger, .chooseAnotherTry, .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-05", "A prompt that the user closes ends as `cancelled`.") { trial in
            _ = try await trial.sensor.makeKey()
            try await require(.cancelled, from: .closePrompt, on: trial)
        },
        Promise("BIO-06", "A prompt that the system closes because the app leaves the foreground ends as `interrupted`.") { trial in
            _ = try await trial.sensor.makeKey()
            let found = try await scan([.seePrompt, .leaveApp], trial).ending
            try await trial.phone.perform(.returnToApp)
            try trial.require(found == .interrupted, "the ending was \(name(found)) instead of interrupted")
        },
        Promise("BIO-07", "A prompt that starts while the app is not in the foreground ends as `interrupted`.") { trial in
            _ = try await trial.sensor.makeKey()
            try await trial.phone.perform(.leaveApp)
            let found = try await scan([], trial).ending
            try await trial.phone.perform(.returnToApp)
            try trial.require(found == .interrupted, "the ending was \(name(found)) instead of interrupted")
        },
        Promise("BIO-08", "Cancelling the call closes the prompt, which ends as `cancelled`.") { trial in
            _ = try await trial.sensor.makeKey()
            let found = try await endingOfCancelledCall(trial)
            try trial.require(found == .cancelled, "the ending was \(name(found)) instead of cancelled")
        },
        Promise("BIO-09", "A locked sensor does not scan: the ending and the availability are `lockedOut` until the passcode is entered.") {
            trial in
            let key = try await trial.sensor.makeKey()
            try await trial.phone.perform(.lockSensor)
            let found = try await scan([], trial).ending
            let availability = await trial.sensor.availability()
            try await trial.phone.perform(.enterPasscode)
            try trial.require(found == .lockedOut, "the ending was \(name(found)) instead of lockedOut")
            guard case .lockedOut = availability else { throw Broken("the availability was \(availability)") }
            try await requireSignature(by: key, from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-10", "The fifth mismatch locks the sensor, and the prompt ends as `lockedOut`.", on: [.android]) { trial in
            _ = try await trial.sensor.makeKey()
            let acts = [Act](repeating: .presentAnotherFaceOrFinger, count: 5) + [.closePrompt]
            let found = try await scan(acts, trial).ending
            let availability = await trial.sensor.availability()
            try await trial.phone.perform(.enterPasscode)
            try trial.require(found == .lockedOut, "the ending was \(name(found)) instead of lockedOut")
            guard case .lockedOut = availability else { throw Broken("the availability was \(availability)") }
        },
        Promise("BIO-11", "Another enrolment invalidates the key: first `enrolmentChanged`, then `unavailable`, both without a prompt.") {
            trial in
            _ = try await trial.sensor.makeKey()
            try await trial.phone.perform(.enrolAnotherFaceOrFinger)
            try await require(.enrolmentChanged, on: trial)
            try await require(.unavailable, on: trial)
        },
        Promise("BIO-12", "Without a key, a call ends as `unavailable` and shows no prompt.") { trial in
            await trial.sensor.deleteKey()
            try await require(.unavailable, on: trial)
        },
        Promise("BIO-13", "A new key replaces the previous one.") { trial in
            let old = try await trial.sensor.makeKey()
            let new = try await trial.sensor.makeKey()
            try trial.require(new != old, "it is the previous one")
            try await requireSignature(by: new, from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-14", "A second deletion of the key has no effect, and a key can be made again.") { trial in
            _ = try await trial.sensor.makeKey()
            for _ in 1...2 { await trial.sensor.deleteKey() }
            try await requireSignature(by: try await trial.sensor.makeKey(), from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise(
            "BIO-15",
            "Before the phone is first unlocked, signing and making end as `notAvailableYet` without a prompt, and the key is kept."
        ) {
            trial in
            let key = try await trial.sensor.makeKey()
            try await trial.beforeFirstUnlock {
                try await require(.notAvailableYet, on: trial)
                try await trial.require(BiometricsError.notAvailableYet) { _ = try await trial.sensor.makeKey() }
            }
            try await requireSignature(by: key, from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-16", "Without an enrolment no key is made, and the sensor is `notEnrolled`.") { trial in
            try await trial.phone.perform(.removeEveryEnrolment)
            let availability = await trial.sensor.availability()
            var error: (any Error)?
            do { _ = try await trial.sensor.makeKey() } catch let found { error = found }
            try await trial.phone.perform(.enrolAnotherFaceOrFinger)
            guard case .notEnrolled = availability else { throw Broken("the availability was \(availability)") }
            try trial.require(error as? BiometricsError == .unavailable, "a key was made, or another error was thrown")
        },
        Promise("BIO-17", "The key survives the end of the process.") { trial in
            trial.note("publicKey", try await trial.sensor.makeKey())
        } check: { trial in
            try await requireSignature(by: try trial.noted("publicKey"), from: .presentEnrolledFaceOrFinger, on: trial)
        },
        Promise("BIO-18", "After mismatches the prompt offers the app's alternative, which ends it as `fallback`.") { trial in
            _ = try await trial.sensor.makeKey()
            try await require(
                .fallback, from: .presentAnotherFaceOrFinger, .chooseAnotherTry, .presentAnotherFaceOrFinger, .chooseFallback, on: trial)
        },
        Promise("BIO-19", "A match at the first try returns no messages.") { trial in
            let key = try await trial.sensor.makeKey()
            let shown = try await requireSignature(by: key, from: .presentEnrolledFaceOrFinger, on: trial)
            try trial.require(shown.isEmpty, "it reports \(shown.map(\.kind))")
        },
        Promise("BIO-20", "The result contains a message for each mismatch, with the user's answer.", on: [.android]) { trial in
            let key = try await trial.sensor.makeKey()
            let shown = try await requireSignature(by: key, from: .presentAnotherFaceOrFinger, .presentEnrolledFaceOrFinger, on: trial)
            try trial.require(shown == [BiometricPromptMessage(.scansOn, .anotherTry)], "it reports \(shown.map(\.kind))")
        },
    ]
}
