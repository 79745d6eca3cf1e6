// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport
import TestParties
import Testing
import X509

@testable import PhoneSimulator

/// A phone whose maker is Google: its bridges behave like Android.
@Suite(.timeLimit(.minutes(20))) struct AndroidPhoneTests {
    private let directory = TestDirectory()
    private let challengeHash = Array(SHA256.hash(data: Array("challenge".utf8)))

    private func phone() throws -> SimulatedPhone { try directory.phone(.android) }

    private func verify(_ attestation: PlatformAttestation) throws -> AttestedAndroidKey {
        guard case .android(let chain) = attestation else { throw AttestedKeyError.failed }
        return try Makers.shared.androidVerifier.verify(
            chain: chain, challenge: challengeHash, revocationList: DevelopmentGoogleCA.revocationList(at: TestDirectory.noon),
            at: TestDirectory.noon)
    }

    @Test func `a genuine Android phone attests its key and still signs with it after restarts`() async throws {
        let name: String
        let key: P256.Signing.PublicKey
        do {
            let bridge = try phone().bridges.attestedKey
            name = try await bridge.generate()
            let attestation = try await bridge.attest(name, challengeHash: challengeHash)
            #expect(attestation.kind == .android)
            key = try verify(attestation).publicKey
            // A key is attested at its creation only.
            await #expect(throws: AttestedKeyError.unknownKey) { try await bridge.attest(name, challengeHash: challengeHash) }
        }
        for message in ["one", "two"] {
            let proof = try await phone().bridges.attestedKey.sign(Array(message.utf8), with: name)
            guard case .androidSignature(let signature) = proof else {
                Issue.record("no Android signature")
                return
            }
            try AndroidKeyAttestationVerifier.verify(signature: signature, over: Array(message.utf8), publicKey: key)
        }
    }

    @Test func `two generated keys have different names, and only an attested key signs`() async throws {
        let bridge = try phone().bridges.attestedKey
        let (one, two) = (try await bridge.generate(), try await bridge.generate())
        #expect(one != two)
        await #expect(throws: AttestedKeyError.unknownKey) { try await bridge.sign([1], with: one) }
        await bridge.delete(one)
        await #expect(throws: AttestedKeyError.unknownKey) { try await bridge.attest(one, challengeHash: challengeHash) }
        _ = try await bridge.attest(two, challengeHash: challengeHash)
    }

    @Test func `an Android phone attests without a connection, and not at all without the hardware`() async throws {
        let phone = try phone()
        try phone.device.change { $0.network = .offline }
        let name = try await phone.bridges.attestedKey.generate()
        _ = try verify(try await phone.bridges.attestedKey.attest(name, challengeHash: challengeHash))
        try phone.device.change { $0.attestation = .unsupported }
        await #expect(throws: AttestedKeyError.notSupported) { try await phone.bridges.attestedKey.generate() }
    }

    @Test func `attestations of a fake phone and of a rooted phone are refused with their own reasons`() async throws {
        let phone = try phone()
        let cases: [((inout DeviceSettings) -> Void, AttestationRejection.Reason)] = [
            ({ $0.attestation = .foreign }, .certificateChain), ({ $0.isRooted = true }, .verifiedBoot),
        ]
        for (change, reason) in cases {
            let before = phone.device.settings
            try phone.device.change(change)
            let name = try await phone.bridges.attestedKey.generate()
            let attestation = try await phone.bridges.attestedKey.attest(name, challengeHash: challengeHash)
            #expect(throws: AttestationRejection(reason)) { try verify(attestation) }
            try phone.device.change { $0 = before }
        }
    }

    // MARK: The sensor

    private func prompted(_ phone: SimulatedPhone, _ operate: @Sendable (BiometricSensor) -> Void) async -> BiometricPromptResult? {
        await withTaskGroup { group in
            group.addTask { await phone.bridges.biometrics.sign([1], prompt: BiometricPrompt("Unlock")) }
            for await status in phone.sensor.statusChanges() where status.prompt != nil { break }
            operate(phone.sensor)
            return await group.next()
        }
    }

    @Test func `the fingerprint prompt continues after a wrong finger, and the fifth wrong finger locks the sensor`() async throws {
        let phone = try phone()
        let bridge = phone.bridges.biometrics
        #expect(await bridge.availability() == .available(.fingerprint))
        _ = try await bridge.makeKey()
        phone.sensor.setAppOnGlass(true)
        let result = await prompted(phone) { sensor in
            for _ in 1..<BiometricSensor.permittedFailures {
                #expect(sensor.noMatch())
                #expect(sensor.status.prompt?.stage == .message(.scansOn))
                #expect(!sensor.tryAgain())
            }
            #expect(sensor.noMatch())
            #expect(sensor.status.prompt?.stage == .message(.tellsLockout))
            #expect(!sensor.match() && !sensor.noMatch() && !sensor.chooseFallback())
            #expect(sensor.cancel())
            #expect(sensor.status.prompt?.stage == .message(.leavesFallback))
            #expect(sensor.cancel())
        }
        let four = Array(repeating: BiometricPromptMessage(.scansOn, .anotherTry), count: 4)
        let last = [BiometricPromptMessage(.tellsLockout, .close), BiometricPromptMessage(.leavesFallback, .fallback)]
        #expect(result == BiometricPromptResult(.lockedOut, after: four + last))
        #expect(phone.sensor.status == .init(isLockedOut: true))
        // The sensor is locked from now on.
        #expect(await bridge.sign([1], prompt: BiometricPrompt("Unlock")) == BiometricPromptResult(.lockedOut))
        #expect(await bridge.availability() == .lockedOut(.fingerprint))
        phone.sensor.enterPasscode()
        #expect(await bridge.availability() == .available(.fingerprint))
    }

    @Test func `an Android prompt offers the app's fallback before and after a mismatch`() async throws {
        let phone = try phone()
        _ = try await phone.bridges.biometrics.makeKey()
        phone.sensor.setAppOnGlass(true)
        #expect(await prompted(phone) { $0.chooseFallback() } == BiometricPromptResult(.fallback))
        let result = await prompted(phone) { sensor in
            sensor.noMatch()
            sensor.chooseFallback()
        }
        #expect(result == BiometricPromptResult(.fallback, after: [BiometricPromptMessage(.scansOn, .fallback)]))
    }

    @Test func `a right finger after a wrong finger signs, and the result contains the mismatch`() async throws {
        let phone = try phone()
        _ = try await phone.bridges.biometrics.makeKey()
        phone.sensor.setAppOnGlass(true)
        let result = await prompted(phone) { sensor in
            sensor.noMatch()
            sensor.match()
        }
        #expect(result?.shown == [BiometricPromptMessage(.scansOn, .anotherTry)])
        guard case .signed = result?.ending else {
            Issue.record("no signature")
            return
        }
    }

    @Test func `the sensor counts wrong fingers across prompts, however they close, until a right finger`() async throws {
        let phone = try phone()
        _ = try await phone.bridges.biometrics.makeKey()
        phone.sensor.setAppOnGlass(true)
        for round in 1...2 {
            for failure in 1..<BiometricSensor.permittedFailures {
                let isClosed = failure.isMultiple(of: 2)
                let result = await prompted(phone) { sensor in
                    sensor.noMatch()
                    if isClosed { sensor.cancel() } else { sensor.setAppOnGlass(false) }
                }
                #expect(result?.ending == (isClosed ? .cancelled : .interrupted))
                phone.sensor.setAppOnGlass(true)
            }
            guard round == 1 else { break }
            guard case .signed = await prompted(phone, { _ = $0.match() })?.ending else {
                Issue.record("no signature")
                return
            }
        }
        let last = await prompted(phone) { sensor in
            sensor.noMatch()
            #expect(sensor.status.prompt?.stage == .message(.tellsLockout))
            sensor.setAppOnGlass(false)
        }
        #expect(last == BiometricPromptResult(.interrupted, after: [BiometricPromptMessage(.tellsLockout)]))
        #expect(phone.sensor.status.isLockedOut)
    }

    @Test func `an Android phone may have a face sensor`() async throws {
        let phone = try phone()
        try phone.device.change { $0.sensor = .face }
        #expect(await phone.bridges.biometrics.availability() == .available(.face))
    }

    // MARK: The kind is fixed

    @Test func `a phone keeps and reports its kind`() async throws {
        let state = try StateDirectory(directory.path)
        #expect(try SimulatedPhone.kind(in: state) == nil)
        let file = state.path + "/phone/device.json"
        _ = try SimulatedPhone(state: state, maker: Makers.shared[.android], base: { TestDirectory.noon })
        #expect(try SimulatedPhone.kind(in: state) == .android)
        let before = try Data(contentsOf: URL(filePath: file))
        let error = #expect(throws: SimulatedPhoneError.self) {
            try SimulatedPhone(state: state, maker: Makers.shared[.iPhone], base: { TestDirectory.noon })
        }
        #expect(error?.code == .otherKind)
        #expect(error?.description.contains("--fresh") == true)
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test func `a phone stored before phones had kinds is an iPhone and keeps its data`() throws {
        let path = try StateDirectory(directory.path).path
        let device = try SimulatedDevice(in: path)
        try device.update { $0.encryptionKeys["key"] = Data([1, 2, 3]) }
        let file = URL(filePath: path + "/device.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let old = text.replacing(#""kind" : "iphone","#, with: "").replacing(#""version" : 2"#, with: #""version" : 1"#)
        try #require(old.count < text.count - 10)
        try Data(old.utf8).write(to: file)
        #expect(try SimulatedDevice.kind(in: path) == .iPhone)
        #expect(try SimulatedDevice(in: path).contents == device.contents)
        expect(.otherKind) { try SimulatedDevice(in: path, kind: .android) }
    }

    @Test func `an unknown kind of phone is reported as a damaged state`() throws {
        let path = try StateDirectory(directory.path).path
        _ = try SimulatedDevice(in: path)
        let file = URL(filePath: path + "/device.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(#""iphone""#, with: #""windows""#).utf8).write(to: file)
        expect(.stateDamaged) { try SimulatedDevice(in: path) }
        expect(.stateDamaged) { try SimulatedDevice.kind(in: path) }
    }
}
