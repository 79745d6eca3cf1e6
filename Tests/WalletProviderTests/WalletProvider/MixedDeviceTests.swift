// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import JOSE
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Keys and proofs of one phone replaced by those of a different phone, of the same and of the other kind.
struct MixedDeviceTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    /// Returns a phone of each kind with the same private device key, so that only their statements differ.
    private func twins() throws -> (apple: TestPhone, android: TestPhone) {
        let privateKey = P256.Signing.PrivateKey()
        var apple = TestPhone()
        apple.deviceKey = AppAttestKey(privateKey: privateKey, appID: TestProvider.appID, environment: .production)
        return (apple, try .android(privateKey: privateKey))
    }

    private func attestation(of phone: TestPhone, for challenge: String) throws -> DeviceKeyAttestation {
        if phone.keystoreKey != nil { return .android(chain: try phone.chain(for: challenge, by: test.google, now: test.clock.now)) }
        var generator = SystemRandomNumberGenerator()
        return .apple(
            object: try phone.deviceKey.attestation(
                clientDataHash: Array(SHA256.hash(data: Array(challenge.utf8))), by: test.authority, now: test.clock.now, using: &generator)
        )
    }

    /// Creates the message with a different phone's device proof.
    private func request(_ message: InstructionMessage, provedBy phone: TestPhone, certificate: String?) throws -> ProviderRequest {
        var phone = phone
        phone.counter = 1000
        return try phone.request(message, certificate: certificate)
    }

    @Test(arguments: PhoneKind.allCases)
    func `a registration with a proof of the wrong device kind is rejected, even by the same key`(kind: PhoneKind) async throws {
        let (apple, android) = try twins()
        var phone = kind == .iPhone ? apple : android
        let challenge = try await test.enroll(&phone)
        let genuine = try phone.registration(challenge: challenge, try attestation(of: phone, for: challenge))
        let other = kind == .iPhone ? android : apple
        let mixed = try request(genuine.message, provedBy: other, certificate: nil)
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(mixed) }
        #expect(try await test.store.account(of: phone.walletID) == nil)
        _ = try await test.register(genuine)
    }

    @Test(arguments: PhoneKind.allCases)
    func `messages with a proof of the wrong device kind are rejected, and nothing is counted`(kind: PhoneKind) async throws {
        let (apple, android) = try twins()
        var phone = kind == .iPhone ? apple : android
        let other = kind == .iPhone ? android : apple
        let challenge = try await test.enroll(&phone)
        phone.certificate = try await test.register(phone.registration(challenge: challenge, try attestation(of: phone, for: challenge)))
            .certificate

        let asking = try phone.message(.walletStatus, try await test.beacon())
        let asked = try request(asking.message, provedBy: other, certificate: phone.certificate)
        #expect(await test.refusal(of: asked) == .instructionRejected)
        let checking = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let checked = try request(checking.message, provedBy: other, certificate: phone.certificate)
        #expect(await test.problem(of: checked) == .instructionRejected)
        let account = try await test.account(of: phone)
        #expect(account.attempts == 0)
        #expect(account.sequenceNumber < checking.message.claims.sequenceNumber)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test(arguments: PhoneKind.allCases)
    func `T-G3: two valid registrations with exchanged keys and proofs are rejected`(kind: PhoneKind) async throws {
        var first = kind == .iPhone ? TestPhone() : try .android()
        var second = kind == .iPhone ? TestPhone() : try .android()
        let (one, two) = (try await test.enroll(&first), try await test.enroll(&second))
        let mine = try first.registration(challenge: one, try attestation(of: first, for: one))
        let theirs = try second.registration(challenge: two, try attestation(of: second, for: two))

        // The second phone's proof of the first phone's message, and its own original proof.
        let proved = try request(mine.message, provedBy: second, certificate: nil)
        let borrowed = ProviderRequest(certificate: nil, message: mine.message, device: theirs.device)
        // The first phone's message with the second phone's key, and with an attestation for the other challenge.
        first.sequenceNumber = 0
        let claimed = try first.registration(challenge: one, try attestation(of: second, for: one))
        let moved = try first.registration(challenge: one, try attestation(of: first, for: two))
        // The first phone's PIN key in a message of the second phone.
        let data = RegistrationData(attestation: try attestation(of: second, for: two), pinPublicKey: JWK(first.pinKey.publicKey))
        let signed = try second.request(
            InstructionMessage(theirs.message.claims.with(data: data.json), signedBy: second.pinKey), certificate: nil)
        for mixed in [proved, borrowed, claimed, signed] {
            await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(mixed) }
        }
        let reason = kind == .iPhone ? "nonce" : "challenge"
        await #expect(throws: ProviderProblem.attestationRejected(reason: reason)) { try await test.register(moved) }
        for phone in [first, second] { #expect(try await test.store.account(of: phone.walletID) == nil) }
        _ = try await test.register(mine)
        _ = try await test.register(theirs)
    }

    @Test func `an Android signature by a different key or over a different message is rejected`() async throws {
        var phone = try await test.registeredPhone(.android)
        let beacon = try await test.beacon()
        let genuine = try phone.checkPIN(beacon)
        let stranger = try TestPhone.android()
        let signature = try #require(phone.keystoreKey).signature(over: genuine.message.deviceSigned + [0])
        let proofs = [
            try request(genuine.message, provedBy: stranger, certificate: nil).device, .androidSignature(signature), .androidSignature([]),
            .androidSignature([UInt8](repeating: 0x30, count: 70)),
        ]
        for proof in proofs {
            let forged = ProviderRequest(certificate: phone.certificate, message: genuine.message, device: proof)
            #expect(await test.problem(of: forged) == .instructionRejected)
        }
        #expect(await test.problem(of: genuine) == nil)
    }

    @Test(arguments: PhoneKind.allCases)
    func `a PIN key equal to the device key is rejected`(kind: PhoneKind) async throws {
        let key = P256.Signing.PrivateKey()
        var phone = try TestPhone.android(privateKey: key)
        if kind == .iPhone {
            phone.keystoreKey = nil
            phone.deviceKey = AppAttestKey(privateKey: key, appID: TestProvider.appID, environment: .production)
        }
        phone.pinKey = key
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, try attestation(of: phone, for: challenge))
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(request) }
    }

    @Test(arguments: PhoneKind.allCases)
    func `a provider rejects registrations and messages of a kind it does not accept`(kind: PhoneKind) async throws {
        var old = try await test.registeredPhone(kind)
        let both = test.provider.configuration.devices
        let devices = try AcceptedDevices(
            apple: kind == .android ? both.apple : nil, android: kind == .iPhone ? both.android : nil, allowsDevelopment: true)
        let provider = test.another(try ProviderConfiguration(publicURL: TestProvider.publicURL, devices: devices))

        var fresh = kind == .iPhone ? TestPhone() : try .android()
        let challenge = try await test.enroll(&fresh)
        let registration = try fresh.registration(challenge: challenge, try attestation(of: fresh, for: challenge))
        await #expect(throws: ProviderProblem.attestationRejected(reason: "unknown_format")) {
            try await provider.createWallet(registration.encode())
        }
        let message = try old.message(.walletStatus, try await test.beacon())
        await #expect(throws: ProviderProblem.instructionRejected) { try await provider.perform(.walletStatus, message.encode()) }
    }
}
