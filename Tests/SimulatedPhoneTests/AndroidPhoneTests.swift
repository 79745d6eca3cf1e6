// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import PlatformSupport
import Testing
import X509

@testable import SimulatedPhone

/// A phone whose maker is Google: its bridges behave like Android.
@Suite(.timeLimit(.minutes(5))) struct AndroidPhoneTests {
    private let directory = TestDirectory()
    private let authority: DevelopmentGoogleCA
    private let app = AndroidApp(packageName: "nl.example.wallet", signingCertificateDigest: [UInt8](repeating: 3, count: 32))
    private let month: PatchLevel
    private let challengeHash = Array(SHA256.hash(data: Array("challenge".utf8)))

    init() throws {
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentGoogleCA(now: TestDirectory.noon, using: &generator)
        month = try #require(PatchLevel(year: 2026, month: 5))
    }

    private func phone() throws -> SimulatedPhone {
        try directory.phone(.google(authority, app: app, device: AndroidDevice(osPatchLevel: month)))
    }

    private func verify(_ attestation: PlatformAttestation) throws -> AttestedAndroidKey {
        guard case .android(let chain) = attestation else { throw AttestedKeyError.failed }
        let policy = AndroidAttestationPolicy(
            packageNames: [app.packageName], signingCertificateDigests: [app.signingCertificateDigest], minimumOSPatchLevel: month)
        return try AndroidKeyAttestationVerifier(roots: [authority.root], policy: policy).verify(
            chain: chain, challenge: challengeHash, revocationList: DevelopmentGoogleCA.revocationList(at: TestDirectory.noon),
            at: TestDirectory.noon)
    }

    @Test func `a genuine phone's key attests itself, and signs through restarts`() async throws {
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

    @Test func `two keys have two names, and a key that is not attested signs nothing`() async throws {
        let bridge = try phone().bridges.attestedKey
        let (one, two) = (try await bridge.generate(), try await bridge.generate())
        #expect(one != two)
        await #expect(throws: AttestedKeyError.unknownKey) { try await bridge.sign([1], with: one) }
        await bridge.delete(one)
        await #expect(throws: AttestedKeyError.unknownKey) { try await bridge.attest(one, challengeHash: challengeHash) }
        _ = try await bridge.attest(two, challengeHash: challengeHash)
    }

    @Test func `attests without a connection, and not at all where the hardware is missing`() async throws {
        let phone = try phone()
        try phone.device.change { $0.network = .offline }
        let name = try await phone.bridges.attestedKey.generate()
        _ = try verify(try await phone.bridges.attestedKey.attest(name, challengeHash: challengeHash))
        try phone.device.change { $0.attestation = .unsupported }
        await #expect(throws: AttestedKeyError.notSupported) { try await phone.bridges.attestedKey.generate() }
    }

    @Test func `a phone that only pretends and one that is rooted are refused for that`() async throws {
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

    private func scan(_ phone: SimulatedPhone, _ operate: @Sendable (BiometricSensor) -> Void) async -> BiometricScan? {
        await withTaskGroup { group in
            group.addTask { await phone.bridges.biometrics.sign([1], prompt: "Unlock") }
            for await status in phone.sensor.statusChanges() where status.prompt == "Unlock" { break }
            operate(phone.sensor)
            return await group.next()
        }
    }

    @Test func `its sensor is for fingers, and says of the fifth wrong one that it was the last`() async throws {
        let phone = try phone()
        let bridge = phone.bridges.biometrics
        #expect(await bridge.availability() == .available(.fingerprint))
        _ = try await bridge.makeKey()
        phone.sensor.setAppOnGlass(true)
        for _ in 1..<BiometricSensor.permittedFailures { #expect(await scan(phone) { _ = $0.noMatch() } == .notRecognised) }
        #expect(await scan(phone) { _ = $0.noMatch() } == .notRecognisedForTheLastTime)
        #expect(phone.sensor.status == .init(isLockedOut: true))
        #expect(!phone.sensor.noMatch())
        // The sensor is locked from now on.
        #expect(await bridge.sign([1], prompt: "Unlock") == .lockedOut)
        #expect(await bridge.availability() == .lockedOut(.fingerprint))
        phone.sensor.enterPasscode()
        #expect(await bridge.availability() == .available(.fingerprint))
        #expect(await scan(phone) { _ = $0.noMatch() } == .notRecognised)
    }

    @Test func `it counts from one prompt to the next, whatever closes them, until a right finger`() async throws {
        let phone = try phone()
        _ = try await phone.bridges.biometrics.makeKey()
        phone.sensor.setAppOnGlass(true)
        for round in 1...2 {
            for _ in 1..<BiometricSensor.permittedFailures {
                #expect(await scan(phone) { _ = $0.noMatch() } == .notRecognised)
                #expect(await scan(phone) { _ = $0.cancel() } == .cancelled)
                #expect(await scan(phone) { $0.setAppOnGlass(false) } == .interrupted)
                phone.sensor.setAppOnGlass(true)
            }
            guard round == 1 else { break }
            guard case .signed = await scan(phone, { _ = $0.match() }) else {
                Issue.record("no signature")
                return
            }
        }
        #expect(await scan(phone) { _ = $0.noMatch() } == .notRecognisedForTheLastTime)
    }

    // MARK: The kind is fixed

    @Test func `a phone is of its kind as long as it lives, and says so`() async throws {
        let state = try StateDirectory(directory.path)
        #expect(try SimulatedPhone.kind(in: state) == nil)
        let maker = PhoneMaker.google(authority, app: app, device: AndroidDevice(osPatchLevel: month))
        let file = state.path + "/phone/device.json"
        _ = try SimulatedPhone(state: state, maker: maker, base: { TestDirectory.noon })
        #expect(try SimulatedPhone.kind(in: state) == .android)
        let before = try Data(contentsOf: URL(filePath: file))
        let other = PhoneMaker.apple(try TestDirectory.makeAuthority(), appID: TestDirectory.appID, environment: .development)
        let error = #expect(throws: SimulatedPhoneError.self) {
            try SimulatedPhone(state: state, maker: other, base: { TestDirectory.noon })
        }
        #expect(error?.code == .otherKind)
        #expect(error?.description.contains("--fresh") == true)
        #expect(try Data(contentsOf: URL(filePath: file)) == before)
    }

    @Test func `a phone that was stored before phones had kinds is an iPhone, and keeps all it has`() throws {
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

    @Test func `a kind that does not exist is a damaged state`() throws {
        let path = try StateDirectory(directory.path).path
        _ = try SimulatedDevice(in: path)
        let file = URL(filePath: path + "/device.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing(#""iphone""#, with: #""windows""#).utf8).write(to: file)
        expect(.stateDamaged) { try SimulatedDevice(in: path) }
        expect(.stateDamaged) { try SimulatedDevice.kind(in: path) }
    }
}
