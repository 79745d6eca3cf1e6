// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import PlatformSupport
import Testing

@testable import PhoneSimulator

@Suite(.timeLimit(.minutes(20))) struct BiometricsTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice
    private let sensor = BiometricSensor()
    private let bridge: SimulatedBiometrics

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
        bridge = SimulatedBiometrics(device: device, sensor: sensor)
        sensor.setAppOnGlass(true)
    }

    /// Calls once; `operate` acts as the person once the prompt is open.
    private func prompted(_ operate: @Sendable (BiometricSensor) -> Void) async -> BiometricPromptResult {
        await withTaskGroup { group in
            group.addTask { [bridge] in await bridge.sign([1, 2, 3], prompt: BiometricPrompt("Unlock")) }
            for await status in sensor.statusChanges() where status.prompt?.texts.reason == "Unlock" { break }
            operate(sensor)
            return await group.next() ?? BiometricPromptResult(.unavailable)
        }
    }

    private func scan(_ operate: @Sendable (BiometricSensor) -> Void) async -> BiometricPromptEnding { await prompted(operate).ending }

    /// Presents another face and closes the prompt.
    private static let fail: @Sendable (BiometricSensor) -> Void = { sensor in
        #expect(sensor.noMatch())
        #expect(sensor.cancel())
    }

    @Test func `a biometric lockout by another app closes the prompt, and only the passcode ends the lockout`() async throws {
        _ = try await bridge.makeKey()
        #expect(await scan { $0.lockOut() } == .lockedOut)
        #expect(await bridge.sign([1], prompt: BiometricPrompt("Unlock")).ending == .lockedOut)
        #expect(await bridge.availability() == .lockedOut(.faceID))
        sensor.lockOut()
        sensor.enterPasscode()
        #expect(await bridge.availability() == .available(.faceID))
        guard case .signed = await scan({ _ = $0.match() }) else {
            Issue.record("no signature")
            return
        }
    }

    @Test func `the enrolled face signs with the key`() async throws {
        let key = try P256.Signing.PublicKey(x963Representation: try await bridge.makeKey())
        guard case .signed(let bytes) = await scan({ _ = $0.match() }) else {
            Issue.record("no signature")
            return
        }
        let signature = try P256.Signing.ECDSASignature(derRepresentation: bytes)
        #expect(key.isValidSignature(signature, for: [1, 2, 3]))
        #expect(!key.isValidSignature(signature, for: [1, 2, 4]))
        #expect(sensor.status == .init(prompt: nil, isLockedOut: false))
    }

    @Test func `a wrong face and a closed prompt sign nothing`() async throws {
        _ = try await bridge.makeKey()
        #expect(await prompted(Self.fail) == BiometricPromptResult(.cancelled, after: [BiometricPromptMessage(.asksToTryAgain, .close)]))
        #expect(await prompted { _ = $0.cancel() } == BiometricPromptResult(.cancelled))
        #expect(sensor.status.prompt == nil)
    }

    // MARK: The ladder of an iPhone

    @Test func `after the first mismatch the prompt offers a second try, and a match then signs`() async throws {
        _ = try await bridge.makeKey()
        let result = await prompted { sensor in
            #expect(sensor.noMatch())
            #expect(sensor.status.prompt?.stage == .message(.asksToTryAgain))
            // The camera is off, and there is no other way yet.
            #expect(!sensor.match() && !sensor.noMatch() && !sensor.chooseFallback())
            #expect(sensor.tryAgain())
            #expect(sensor.match())
        }
        guard case .signed = result.ending else {
            Issue.record("no signature")
            return
        }
        #expect(result.shown == [BiometricPromptMessage(.asksToTryAgain, .anotherTry)])
    }

    @Test(arguments: [BiometricPromptMessage.Choice.fallback, .close])
    func `after the second mismatch the prompt offers only the app's fallback`(choice: BiometricPromptMessage.Choice) async throws {
        _ = try await bridge.makeKey()
        let result = await prompted { sensor in
            sensor.noMatch()
            sensor.tryAgain()
            sensor.noMatch()
            #expect(!sensor.tryAgain() && !sensor.match())
            #expect(choice == .fallback ? sensor.chooseFallback() : sensor.cancel())
        }
        #expect(result.ending == (choice == .fallback ? .fallback : .cancelled))
        #expect(result.shown == [BiometricPromptMessage(.asksToTryAgain, .anotherTry), BiometricPromptMessage(.offersFallback, choice)])
    }

    @Test func `when the system closes a message, the result has no answer to it`() async throws {
        _ = try await bridge.makeKey()
        let result = await prompted { sensor in
            sensor.noMatch()
            sensor.setAppOnGlass(false)
        }
        #expect(result == BiometricPromptResult(.interrupted, after: [BiometricPromptMessage(.asksToTryAgain)]))
    }

    @Test func `a second try is refused if the sensor has locked in the meantime`() async throws {
        _ = try await bridge.makeKey()
        for _ in 1..<BiometricSensor.permittedFailures { _ = await scan(Self.fail) }
        let result = await prompted { sensor in
            sensor.noMatch()
            sensor.tryAgain()
        }
        #expect(result == BiometricPromptResult(.lockedOut, after: [BiometricPromptMessage(.asksToTryAgain, .anotherTry)]))
    }

    @Test func `without a prompt the sensor does nothing`() {
        #expect(!sensor.match() && !sensor.noMatch() && !sensor.cancel() && !sensor.tryAgain() && !sensor.chooseFallback())
    }

    @Test func `five wrong faces lock the sensor until the passcode is entered`() async throws {
        _ = try await bridge.makeKey()
        for _ in 1...BiometricSensor.permittedFailures {
            #expect(await scan(Self.fail) == .cancelled)
        }
        #expect(await bridge.availability() == .lockedOut(.faceID))
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .lockedOut)
        sensor.enterPasscode()
        #expect(await bridge.availability() == .available(.faceID))
    }

    @Test func `a right face resets the count of wrong faces`() async throws {
        _ = try await bridge.makeKey()
        for _ in 1..<BiometricSensor.permittedFailures { _ = await scan(Self.fail) }
        _ = await scan({ _ = $0.match() })
        _ = await scan(Self.fail)
        #expect(await bridge.availability() == .available(.faceID))
    }

    @Test func `the prompt closes when the app leaves the foreground, and no prompt opens in the background`() async throws {
        _ = try await bridge.makeKey()
        #expect(await scan({ $0.setAppOnGlass(false) }) == .interrupted)
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .interrupted)
        #expect(sensor.status.prompt == nil)
    }

    @Test func `cancelling the task closes its prompt`() async throws {
        _ = try await bridge.makeKey()
        await withTaskGroup { group in
            group.addTask { [bridge] in #expect(await bridge.sign([], prompt: BiometricPrompt("Unlock")).ending == .cancelled) }
            for await status in sensor.statusChanges() where status.prompt != nil { break }
            group.cancelAll()
        }
        #expect(sensor.status.prompt == nil)
    }

    @Test func `a cancelled task gets no prompt`() async throws {
        _ = try await bridge.makeKey()
        for _ in 0..<200 {
            await withTaskGroup { group in
                group.addTask { [bridge] in #expect(await bridge.sign([], prompt: BiometricPrompt("Unlock")).ending == .cancelled) }
                group.cancelAll()
            }
        }
        #expect(sensor.status.prompt == nil)
    }

    @Test func `a second scan closes the prompt of the first scan`() async throws {
        _ = try await bridge.makeKey()
        await withTaskGroup { group in
            group.addTask { [bridge] in #expect(await bridge.sign([], prompt: BiometricPrompt("first")).ending == .cancelled) }
            for await status in sensor.statusChanges() where status.prompt?.texts.reason == "first" { break }
            group.addTask { [bridge] in
                guard case .signed = await bridge.sign([], prompt: BiometricPrompt("second")).ending else {
                    Issue.record("no signature")
                    return
                }
            }
            for await status in sensor.statusChanges() where status.prompt?.texts.reason == "second" { break }
            sensor.match()
        }
    }

    @Test func `a match with a key that the hardware cannot use ends as failed, and the key stays`() async throws {
        _ = try await bridge.makeKey()
        try device.update { $0.biometricKey = .init(privateKey: Data(), enrolment: $0.enrolment) }
        #expect(await scan { _ = $0.match() } == .failed)
        #expect(device.contents.biometricKey != nil)
    }

    @Test func `a changed enrolment invalidates the key`() async throws {
        _ = try await bridge.makeKey()
        try device.changeEnrolment()
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .enrolmentChanged)
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .unavailable)
        #expect(device.contents.biometricKey == nil)
    }

    @Test func `an enrolment that changes during a scan invalidates the key`() async throws {
        _ = try await bridge.makeKey()
        let outcome = await scan { sensor in
            try? device.changeEnrolment()
            sensor.match()
        }
        #expect(outcome == .enrolmentChanged)
    }

    @Test func `an enrolment that changes while a message is shown invalidates the key`() async throws {
        _ = try await bridge.makeKey()
        let outcome = await scan { sensor in
            sensor.noMatch()
            try? device.changeEnrolment()
            sensor.tryAgain()
            sensor.match()
        }
        #expect(outcome == .enrolmentChanged)
    }

    @Test func `a sensor of a different kind has its own name and invalidates the key`() async throws {
        _ = try await bridge.makeKey()
        try device.change { $0.sensor = .finger }
        #expect(await bridge.availability() == .available(.touchID))
        #expect(await bridge.sign([1], prompt: BiometricPrompt("Unlock")).ending == .enrolmentChanged)
    }

    @Test func `no key is made without a sensor or without an enrolled face`() async throws {
        try device.change { $0.biometrics = .none }
        #expect(await bridge.availability() == .unsupported)
        await #expect(throws: BiometricsError.unavailable) { try await bridge.makeKey() }
        try device.change { $0.biometrics = .notEnrolled }
        #expect(await bridge.availability() == .notEnrolled(.faceID))
        await #expect(throws: BiometricsError.unavailable) { try await bridge.makeKey() }
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .unavailable)
    }

    @Test func `a deleted key signs nothing`() async throws {
        _ = try await bridge.makeKey()
        await bridge.deleteKey()
        #expect(await bridge.sign([], prompt: BiometricPrompt("")).ending == .unavailable)
    }
}

extension BiometricPrompt {
    /// A prompt with this reason.
    init(_ reason: String) { self.init(title: "title", reason: reason, fallback: "PIN") }
}
