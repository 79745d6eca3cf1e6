// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import HSM
import JOSE
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Messages with something else in place of the wallet certificate.
struct CertificateTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    func problem(with certificate: String, from phone: inout TestPhone) async throws -> ProviderProblem? {
        let beacon = try await test.beacon()
        let message = try InstructionMessage(phone.claims(.checkPIN, challenge: beacon), signedBy: P256.Signing.PrivateKey())
        let problem = await test.problem(of: try phone.request(message, certificate: certificate))
        #expect(try await test.account(of: phone).attempts == 0)
        return problem
    }

    @Test func `garbage and tokens of all other kinds are refused as a certificate`() async throws {
        var phone = try await test.registeredPhone()
        let claims = phone.claims(.checkPIN, challenge: "AAAA")
        let others = [
            "", "a.b.c", try await test.enrolmentChallenge(), try InstructionMessage(claims, signedBy: phone.pinKey).text,
            try await test.sign(InstructionResult(to: claims, issuedAt: 0, result: nil), for: .result),
        ]
        for certificate in others {
            #expect(try await problem(with: certificate, from: &phone) == .certificateRejected)
        }
    }

    @Test func `a certificate with one character changed is refused`() async throws {
        var phone = try await test.registeredPhone()
        let certificate = Array(phone.certificate)
        for index in stride(from: 0, to: certificate.count, by: 31) where certificate[index] != "." {
            var changed = certificate
            changed[index] = certificate[index] == "A" ? "B" : "A"
            #expect(try await problem(with: String(changed), from: &phone) == .certificateRejected)
        }
    }

    @Test func `a certificate with one character changed is refused even after the genuine certificate was verified`() async throws {
        var phone = try await test.registeredPhone()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        let certificate = Array(phone.certificate)
        for index in [0, certificate.count / 2, certificate.count - 2] {
            var changed = certificate
            changed[index] = certificate[index] == "A" ? "B" : "A"
            #expect(try await problem(with: String(changed), from: &phone) == .certificateRejected)
        }
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a different wallet's certificate is refused`() async throws {
        var phone = try await test.registeredPhone()
        let other = try await test.registeredPhone()
        #expect(try await problem(with: other.certificate, from: &phone) == .certificateRejected)
    }

    @Test func `a certificate of a wrong issuer, device key or PIN key, or signed by the key for results, is refused`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try await test.verified(phone.certificate, as: WalletCertificate.self)
        func edited(issuer: String? = nil, mark: [UInt8]? = nil) -> WalletCertificate {
            WalletCertificate(
                issuer: issuer ?? genuine.issuer, issuedAt: genuine.issuedAt, walletID: genuine.walletID, deviceKey: genuine.deviceKey,
                pinKeyMark: mark ?? genuine.pinKeyMark)
        }
        let certificates = [
            try await test.sign(edited(issuer: "https://other.example")), try await test.sign(edited(mark: [])),
            try await test.sign(edited(mark: [UInt8](repeating: 0, count: 32))), try await test.sign(genuine, for: .result),
        ]
        for certificate in certificates {
            #expect(try await problem(with: certificate, from: &phone) == .certificateRejected)
        }
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a genuine certificate whose device key differs from the account's is refused`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try await test.verified(phone.certificate, as: WalletCertificate.self)
        let thief = TestPhone()
        let certificate = try await test.sign(
            WalletCertificate(
                issuer: genuine.issuer, issuedAt: genuine.issuedAt, walletID: genuine.walletID, deviceKey: JWK(thief.deviceKey.publicKey),
                pinKeyMark: genuine.pinKeyMark))
        let beacon = try await test.beacon()
        phone.deviceKey = thief.deviceKey
        phone.certificate = certificate
        #expect(await test.problem(of: try phone.checkPIN(beacon)) == .certificateRejected)
    }

    @Test func `an unknown wallet is rejected exactly like a bad certificate`() async throws {
        var phone = try await test.registeredPhone()
        try test.forget(phone)
        #expect(await test.problem(of: try phone.checkPIN("AAAA")) == .certificateRejected)
        let request = try phone.message(.walletStatus, try await test.beacon())
        #expect(await test.refusal(of: request) == .certificateRejected)
        // Without the device key, not even this is disclosed.
        phone.deviceKey = TestPhone().deviceKey
        #expect(await test.problem(of: try phone.checkPIN("AAAA")) == .instructionRejected)
    }

    @Test func `an unused account is removed after 24 hours, a used account stays`() async throws {
        var unused = try await test.registeredPhone()
        var used = try await test.registeredPhone()
        _ = try await test.status(of: &used)
        test.clock.advance(milliseconds: 86_400_000 - 1)
        var almost = unused
        _ = try await test.status(of: &almost)
        #expect(try await test.account(of: unused).isUsed)

        unused = try await test.registeredPhone()
        test.clock.advance(seconds: 86_400)
        let request = try unused.message(.walletStatus, try await test.beacon())
        #expect(await test.refusal(of: request) == .certificateRejected)
        try await test.provider.removeExpired()
        #expect(try await test.store.account(of: unused.walletID) == nil)
        #expect(try await test.tryPIN(&used, right: true) == nil)
    }
}
