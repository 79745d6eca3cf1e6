// SPDX-License-Identifier: EUPL-1.2

import Crypto
import PlatformSupport
import Testing

@testable import SimulatedPhone

@Suite(.timeLimit(.minutes(5))) struct BiometricsTests {
    private let directory = TestDirectory()
    private let device: SimulatedDevice
    private let sensor = BiometricSensor()
    private let bridge: SimulatedBiometrics

    init() throws {
        device = try SimulatedDevice(in: try StateDirectory(directory.path).path)
        bridge = SimulatedBiometrics(device: device, sensor: sensor)
        sensor.setAppOnGlass(true)
    }

    /// Performs one scan; `operate` acts as the person once the prompt is open.
    private func scan(_ operate: @Sendable (BiometricSensor) -> Void) async -> BiometricScan {
        await withTaskGroup { group in
            group.addTask { [bridge] in await bridge.sign([1, 2, 3], prompt: "Unlock") }
            for await status in sensor.statusChanges() where status.prompt == "Unlock" { break }
            operate(sensor)
            return await group.next() ?? .unavailable
        }
    }

    @Test func `a sensor that was locked elsewhere closes its prompt and waits for the passcode`() async throws {
        _ = try await bridge.makeKey()
        #expect(await scan { $0.lockOut() } == .lockedOut)
        #expect(await bridge.sign([1], prompt: "Unlock") == .lockedOut)
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

    @Test func `another face and a closed prompt sign nothing`() async throws {
        _ = try await bridge.makeKey()
        #expect(await scan({ _ = $0.noMatch() }) == .notRecognised)
        #expect(await scan({ _ = $0.cancel() }) == .cancelled)
        #expect(sensor.status.prompt == nil)
    }

    @Test func `without a prompt the sensor does nothing`() {
        #expect(!sensor.match() && !sensor.noMatch() && !sensor.cancel())
    }

    @Test func `five wrong faces lock it until the passcode`() async throws {
        _ = try await bridge.makeKey()
        for _ in 1...BiometricSensor.permittedFailures {
            #expect(await scan({ _ = $0.noMatch() }) == .notRecognised)
        }
        #expect(await bridge.availability() == .lockedOut(.faceID))
        #expect(await bridge.sign([], prompt: "") == .lockedOut)
        sensor.enterPasscode()
        #expect(await bridge.availability() == .available(.faceID))
    }

    @Test func `a right face forgives the wrong ones`() async throws {
        _ = try await bridge.makeKey()
        for _ in 1..<BiometricSensor.permittedFailures { _ = await scan({ _ = $0.noMatch() }) }
        _ = await scan({ _ = $0.match() })
        _ = await scan({ _ = $0.noMatch() })
        #expect(await bridge.availability() == .available(.faceID))
    }

    @Test func `the prompt closes when the app leaves the glass, and none opens in the background`() async throws {
        _ = try await bridge.makeKey()
        #expect(await scan({ $0.setAppOnGlass(false) }) == .interrupted)
        #expect(await bridge.sign([], prompt: "") == .interrupted)
        #expect(sensor.status.prompt == nil)
    }

    @Test func `the prompt closes with the task`() async throws {
        _ = try await bridge.makeKey()
        await withTaskGroup { group in
            group.addTask { [bridge] in #expect(await bridge.sign([], prompt: "Unlock") == .cancelled) }
            for await status in sensor.statusChanges() where status.prompt != nil { break }
            group.cancelAll()
        }
        #expect(sensor.status.prompt == nil)
    }

    @Test func `a cancelled task gets no prompt`() async throws {
        _ = try await bridge.makeKey()
        for _ in 0..<200 {
            await withTaskGroup { group in
                group.addTask { [bridge] in #expect(await bridge.sign([], prompt: "Unlock") == .cancelled) }
                group.cancelAll()
            }
        }
        #expect(sensor.status.prompt == nil)
    }

    @Test func `a second scan closes the first`() async throws {
        _ = try await bridge.makeKey()
        await withTaskGroup { group in
            group.addTask { [bridge] in #expect(await bridge.sign([], prompt: "first") == .cancelled) }
            for await status in sensor.statusChanges() where status.prompt == "first" { break }
            group.addTask { [bridge] in
                guard case .signed = await bridge.sign([], prompt: "second") else {
                    Issue.record("no signature")
                    return
                }
            }
            for await status in sensor.statusChanges() where status.prompt == "second" { break }
            sensor.match()
        }
    }

    @Test func `another enrolment makes the key void`() async throws {
        _ = try await bridge.makeKey()
        try device.changeEnrolment()
        #expect(await bridge.sign([], prompt: "") == .enrolmentChanged)
        #expect(await bridge.sign([], prompt: "") == .unavailable)
        #expect(device.contents.biometricKey == nil)
    }

    @Test func `an enrolment that changes during the scan makes the key void`() async throws {
        _ = try await bridge.makeKey()
        let outcome = await scan { sensor in
            try? device.changeEnrolment()
            sensor.match()
        }
        #expect(outcome == .enrolmentChanged)
    }

    @Test func `without a sensor or a face there is no key`() async throws {
        try device.change { $0.biometrics = .none }
        #expect(await bridge.availability() == .unsupported)
        await #expect(throws: BiometricsError.unavailable) { try await bridge.makeKey() }
        try device.change { $0.biometrics = .notEnrolled }
        #expect(await bridge.availability() == .notEnrolled(.faceID))
        await #expect(throws: BiometricsError.unavailable) { try await bridge.makeKey() }
        #expect(await bridge.sign([], prompt: "") == .unavailable)
    }

    @Test func `a key that was removed signs nothing`() async throws {
        _ = try await bridge.makeKey()
        await bridge.deleteKey()
        #expect(await bridge.sign([], prompt: "") == .unavailable)
    }
}
