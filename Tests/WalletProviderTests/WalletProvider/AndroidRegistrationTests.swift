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
import X509

struct AndroidRegistrationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    /// Registers with a chain and returns the problem; nil if it is accepted. A rejected registration must leave no account.
    private func outcome(
        _ phone: TestPhone, by authority: DevelopmentGoogleCA? = nil, attesting other: String? = nil,
        _ change: (inout [[UInt8]]) throws -> Void = { _ in }
    ) async throws -> ProviderProblem? {
        var phone = phone
        let challenge = try await test.enroll(&phone)
        var chain = try phone.chain(for: other ?? challenge, by: authority ?? test.google, now: test.clock.now)
        try change(&chain)
        let request = try phone.registration(challenge: challenge, .android(chain: chain))
        do throws(ProviderProblem) {
            _ = try await test.provider.createWallet(request.encode())
            return nil
        } catch {
            #expect(try await test.store.account(of: phone.walletID) == nil)
            return error
        }
    }

    @Test func `a genuine phone registers, and its PIN is checked and counted`() async throws {
        var phone = try await test.registeredPhone(.android)
        let certificate = try await test.verified(phone.certificate, as: WalletCertificate.self)
        #expect(certificate.deviceKey == JWK(try #require(phone.keystoreKey).publicKey))
        let account = try await test.account(of: phone)
        #expect(account.deviceKind == .android)
        #expect(account.sequenceNumber == 1)
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `phones with a secure element, or with a chain without its root, register`() async throws {
        #expect(try await outcome(try .android { $0 = AndroidDevice(securityLevel: .strongBox, osPatchLevel: $0.osPatchLevel) }) == nil)
        #expect(try await outcome(try .android()) { $0.removeLast() } == nil)
    }

    @Test func `a repeated request returns the same wallet and the same code`() async throws {
        var phone = try TestPhone.android()
        let challenge = try await test.enroll(&phone)
        let request = try phone.androidRegistration(challenge: challenge, by: test.google, now: test.clock.now)
        let first = try await test.register(request)
        test.clock.advance(seconds: 59)
        let second = try await test.register(request)
        #expect(second.revocationCode == first.revocationCode)
        phone.certificate = second.certificate
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `each defect of a phone is rejected with its reason`() async throws {
        let older = try #require(PatchLevel(year: 2025, month: 8))
        var otherApp = TestProvider.androidApp
        otherApp.packageName = "nl.example.other"
        var otherSigner = TestProvider.androidApp
        otherSigner.signingCertificateDigest[31] ^= 1
        let cases: [(phone: TestPhone, reason: String)] = [
            (try .android(app: otherApp), "app_id"), (try .android(app: otherSigner), "app_id"),
            (try .android { $0.osPatchLevel = older }, "patch_level"),
            (try .android { $0 = $0.unlocked() }, "verified_boot"),
            (try .android { $0.rootOfTrust.isDeviceLocked = false }, "verified_boot"),
            (try .android { $0.rootOfTrust.verifiedBootState = .selfSigned }, "verified_boot"),
            (try .android { $0.rootOfTrust.verifiedBootKey = [UInt8](repeating: 0, count: 32) }, "verified_boot"),
            (try .android { $0.attestationSecurityLevel = .software }, "security_level"),
            (try .android { $0.keyMintSecurityLevel = .software }, "security_level"),
        ]
        for (phone, reason) in cases {
            #expect(try await outcome(phone) == .attestationRejected(reason: reason))
        }
    }

    @Test func `an attestation for a different challenge, authority or key is rejected`() async throws {
        #expect(try await outcome(try .android(), attesting: "another challenge") == .attestationRejected(reason: "challenge"))
        var generator = SystemRandomNumberGenerator()
        let twin = try DevelopmentGoogleCA(now: test.clock.now, using: &generator)
        #expect(try await outcome(try .android(), by: twin) == .attestationRejected(reason: "certificate_chain"))
    }

    @Test func `data that is not a chain is rejected`() async throws {
        let changes: [(inout [[UInt8]]) -> Void] = [
            { $0 = [$0[0]] }, { $0 = [[]] }, { $0 = [[0xFF], [0]] }, { $0.reverse() }, { $0.append($0[0]) }, { $0[0].append(0) },
            { $0 = Array(repeating: $0[0], count: 9) }, { $0.remove(at: 1) },
        ]
        for change in changes {
            #expect(try await outcome(try .android(), change) == .attestationRejected(reason: "certificate_chain"))
        }
        var phone = try TestPhone.android()
        let challenge = try await test.enroll(&phone)
        let empty = try phone.registration(challenge: challenge, .android(chain: []))
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.register(empty) }
    }

    // MARK: List of revoked certificates (T-G5)

    @Test func `without a current list no phone registers`() async throws {
        test.revocation.lose()
        #expect(try await outcome(try .android()) == .attestationRejected(reason: "revocation_unknown"))
        try test.revocation.keep()
        #expect(try await outcome(try .android()) == nil)
        test.clock.advance(seconds: 86_400)
        #expect(try await outcome(try .android()) == nil)
        test.clock.advance(seconds: 1)
        #expect(try await outcome(try .android()) == .attestationRejected(reason: "revocation_unknown"))
        try test.revocation.keep()
        test.clock.advance(seconds: -61)
        #expect(try await outcome(try .android()) == .attestationRejected(reason: "revocation_unknown"))
    }

    @Test func `a phone with a listed certificate cannot register, and its existing wallet continues`() async throws {
        var phone = try await test.registeredPhone(.android)
        let batch = test.google.trustedEnvironment
        for certificate in [batch.certificate, batch.intermediate, test.google.root] {
            try test.revocation.keep(naming: [certificate])
            #expect(try await outcome(try .android()) == .attestationRejected(reason: "revoked"))
        }
        try test.revocation.keep(naming: [test.google.strongBox.certificate])
        #expect(try await outcome(try .android()) == nil)
        test.revocation.lose()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    // MARK: Retries and order

    @Test func `a repeated message gets its answer again, a different message with its number is rejected`() async throws {
        var phone = try await test.registeredPhone(.android)
        let wrong = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
        let expected = ProviderProblem.incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false)
        for _ in 1...5 { #expect(await test.problem(of: wrong) == expected) }
        #expect(try await test.account(of: phone).attempts == 1)
        // Signed again: the same message with different bytes.
        let again = try phone.request(wrong.message, certificate: phone.certificate)
        #expect(again.encode() != wrong.encode())
        #expect(await test.problem(of: again) == .instructionRejected)
        phone.sequenceNumber = 0
        #expect(await test.problem(of: try phone.checkPIN("AAAA")) == .instructionRejected)
        #expect(try await test.account(of: phone).attempts == 1)
    }
}
