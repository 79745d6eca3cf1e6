// SPDX-License-Identifier: EUPL-1.2

import Crypto
import DeviceAttestation
import Foundation
import HSM
import JOSE
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

struct RegistrationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `a registration returns a certificate for both keys, and the deletion code`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let answer = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
        let certificate = try await test.verified(answer.certificate, as: WalletCertificate.self)
        #expect(certificate.walletID == phone.walletID)
        #expect(certificate.deviceKey == JWK(phone.deviceKey.publicKey))
        #expect(certificate.issuer == TestProvider.publicURL)
        #expect(certificate.pinKeyMark.count == 32)
        let account = try await test.account(of: phone)
        #expect(account.state == .active)
        #expect(account.assertionCounter == 1)
        #expect(account.sequenceNumber == 1)
        #expect(!account.isUsed)
    }

    @Test func `neither the certificate nor the database can be used to test PIN keys`() async throws {
        let phone = try await test.registeredPhone()
        let key = Array(phone.pinKey.publicKey.rawRepresentation)
        let certificate = try await test.verified(phone.certificate, as: WalletCertificate.self)
        #expect(certificate.pinKeyMark != Array(SHA256.hash(data: key)))
        #expect(!(try await test.account(of: phone).pin.sealedKey.containsRun(key.prefix(32))))
    }

    @Test func `two challenges never name the same wallet`() async throws {
        var first = TestPhone()
        var second = TestPhone()
        #expect(try await test.enroll(&first) != test.enroll(&second))
        #expect(first.walletID != second.walletID)
    }

    @Test(arguments: ["", "[]", "null", #"{"more":1}"#, "{}{}"])
    func `an enrolment with anything but an empty object is rejected`(_ body: String) async throws {
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.enroll(Array(body.utf8)) }
    }

    @Test func `a repeated request returns the same wallet and the same code`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let first = try await test.register(request)
        test.clock.advance(seconds: 59)
        let second = try await test.register(request)
        #expect(second.revocationCode == first.revocationCode)
        let certificate = try await test.verified(second.certificate, as: WalletCertificate.self)
        #expect(certificate.walletID == phone.walletID)
        phone.certificate = second.certificate
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `parallel repetitions create one account`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let codes = try await withThrowingTaskGroup(of: RevocationCode.self) { group in
            for _ in 0..<20 { group.addTask { [test] in try await test.register(request).revocationCode } }
            return try await group.reduce(into: Set<RevocationCode>()) { $0.insert($1) }
        }
        #expect(codes.count == 1)
    }

    @Test func `from 60 seconds after its challenge a registration is rejected, both a first and a repeated request`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        _ = try await test.register(request)
        var late = TestPhone()
        let lateChallenge = try await test.enroll(&late)
        let lateRequest = try late.registration(challenge: lateChallenge, by: test.authority, now: test.clock.now)
        test.clock.advance(seconds: 60)
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(lateRequest) }
        #expect(try await test.store.account(of: late.walletID) == nil)
    }

    @Test func `a different request for the same challenge is rejected, and the first wallet stays`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        phone.certificate = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
            .certificate
        var thief = TestPhone()
        thief.walletID = phone.walletID
        let second = try thief.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(second) }
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a challenge for a different wallet or audience, or of a different kind, is rejected`() async throws {
        var phone = TestPhone()
        let genuine = try await test.enroll(&phone)
        let claims = try await test.verified(genuine, as: EnrolmentChallenge.self)
        let otherWallet = WalletID { [UInt8](repeating: 3, count: $0) }
        let challenges = [
            try await test.sign(
                EnrolmentChallenge(
                    walletID: otherWallet, random: claims.random, audience: claims.audience, issuedAt: claims.issuedAt)),
            try await test.sign(
                EnrolmentChallenge(
                    walletID: claims.walletID, random: claims.random, audience: "https://other.example", issuedAt: claims.issuedAt)),
            try await test.sign(
                WalletCertificate(
                    issuer: claims.audience, issuedAt: claims.issuedAt, walletID: claims.walletID,
                    deviceKey: JWK(phone.deviceKey.publicKey),
                    pinKeyMark: [])),
            // A genuine challenge, but signed by the key for results.
            try await test.sign(claims, for: .result), "", "a.b.c",
        ]
        for challenge in challenges {
            let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
            await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
        }
        #expect(try await test.store.account(of: phone.walletID) == nil)
    }

    @Test func `an attestation of a different app, environment, authority or challenge is rejected with its reason`() async throws {
        var generator = SystemRandomNumberGenerator()
        let otherAuthority = try DevelopmentAppleCA(now: test.clock.now, using: &generator)
        let otherApp = TestPhone(appID: AppID(teamID: "ABCDE12345", bundleID: "nl.example.other"))
        let cases: [(phone: TestPhone, authority: DevelopmentAppleCA, challenge: String?, reason: String)] = [
            (otherApp, test.authority, nil, "app_id"),
            (TestPhone(environment: .development), test.authority, nil, "environment"),
            (TestPhone(), otherAuthority, nil, "certificate_chain"),
            (TestPhone(), test.authority, "another challenge", "nonce"),
        ]
        for (phone, authority, attested, reason) in cases {
            var phone = phone
            let challenge = try await test.enroll(&phone)
            let attestation = try phone.deviceKey.attestation(
                clientDataHash: Array(SHA256.hash(data: Array((attested ?? challenge).utf8))), by: authority, now: test.clock.now,
                using: &generator)
            let request = try phone.registration(challenge: challenge, attestation: attestation)
            await #expect(throws: ProviderProblem.attestationRejected(reason: reason)) { try await test.register(request) }
            #expect(try await test.store.account(of: phone.walletID) == nil)
        }
    }

    @Test func `a malformed attestation is rejected as malformed`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        for garbage in [[], [0xFF], [UInt8](repeating: 0, count: 1000)] as [[UInt8]] {
            let request = try phone.registration(challenge: challenge, attestation: garbage)
            await #expect(throws: ProviderProblem.attestationRejected(reason: "malformed")) { try await test.register(request) }
        }
    }

    @Test func `a PIN key equal to the device key is rejected`() async throws {
        let key = P256.Signing.PrivateKey()
        var phone = TestPhone()
        phone.deviceKey = AppAttestKey(privateKey: key, appID: TestProvider.appID, environment: .production)
        phone.pinKey = key
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(request) }
    }
}

extension [UInt8] {
    func containsRun(_ run: ArraySlice<UInt8>) -> Bool {
        indices.contains { self[$0...].starts(with: run) }
    }
}
