// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JOSE
import ProviderProtocol
import SimulatedPhone
import Testing
import WalletProvider

/// Messages that must not change the counter: each is rejected, and the account stays exactly as it was.
struct RefusalTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    /// Sends a request and checks that no attempt was counted.
    func refusal(of request: ProviderRequest, from phone: TestPhone) async throws -> ProviderProblem? {
        let before = try await test.account(of: phone)
        let problem = await test.problem(of: request)
        let after = try await test.account(of: phone)
        #expect(after.attempts == before.attempts)
        #expect(after.sequenceNumber == before.sequenceNumber)
        #expect(after.assertionCounter == before.assertionCounter)
        return problem
    }

    @Test func `a device proof by a different key, over a different message or of a different kind`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try phone.checkPIN(try await test.challenge(for: &phone), pinKey: P256.Signing.PrivateKey())
        let counter = phone.counter + 1
        let message = genuine.message.deviceSigned
        let proofs: [DeviceProof] = [
            .appleAssertion(try TestPhone().deviceKey.assertion(clientData: message, counter: counter)),
            .appleAssertion(try phone.deviceKey.assertion(clientData: message + [0], counter: counter)),
            .appleAssertion([]), .appleAssertion([UInt8](repeating: 0xA2, count: 64)),
            .androidSignature(try phone.deviceKey.assertion(clientData: message, counter: counter)),
        ]
        for proof in proofs {
            let request = ProviderRequest(certificate: phone.certificate, message: genuine.message, device: proof)
            #expect(try await refusal(of: request, from: phone) == .instructionRejected)
        }
        // The challenge is not consumed either.
        #expect(await test.problem(of: try phone.checkPIN(genuine.message.claims.challenge)) == nil)
    }

    @Test func `an assertion with any one byte changed`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try phone.checkPIN(try await test.challenge(for: &phone))
        guard case .appleAssertion(let assertion) = genuine.device else {
            Issue.record("the test phone sent a proof of another kind: \(genuine.device)")
            return
        }
        for index in assertion.indices {
            var changed = assertion
            changed[index] ^= 1
            let request = ProviderRequest(certificate: phone.certificate, message: genuine.message, device: .appleAssertion(changed))
            #expect(await test.problem(of: request) == .instructionRejected)
        }
        #expect(try await test.account(of: phone).attempts == 0)
    }

    @Test func `a sequence number that does not increase`() async throws {
        var phone = try await test.registeredPhone()
        _ = try await test.tryPIN(&phone, right: false)
        let challenge = try await test.challenge(for: &phone)
        let current = try await test.account(of: phone).sequenceNumber
        // The numbers of a challenge request and of the registration. The registration's message is not stored.
        for number in [1, current] {
            phone.sequenceNumber = number - 1
            #expect(try await refusal(of: phone.checkPIN(challenge), from: phone) == .instructionRejected)
        }
    }

    @Test func `an assertion counter that does not increase`() async throws {
        var phone = try await test.registeredPhone()
        let challenge = try await test.challenge(for: &phone)
        let current = phone.counter
        for counter in [current, current - 1, 1] {
            phone.counter = counter - 1
            #expect(try await refusal(of: phone.checkPIN(challenge), from: phone) == .instructionRejected)
        }
        phone.counter = current
        #expect(await test.problem(of: try phone.checkPIN(challenge)) == nil)
    }

    @Test func `a different audience`() async throws {
        var phone = try await test.registeredPhone()
        let challenge = try await test.challenge(for: &phone)
        for audience in ["https://other.example", TestProvider.publicURL + "/", TestProvider.publicURL + "/api/v1", ""] {
            phone.audience = audience
            #expect(try await refusal(of: phone.checkPIN(challenge), from: phone) == .instructionRejected)
        }
    }

    @Test func `a message for a different instruction than the route's, in both directions`() async throws {
        var phone = try await test.registeredPhone()
        let challengeRequest = try phone.challengeRequest()
        #expect(try await refusal(of: challengeRequest, from: phone) == .instructionRejected)
        let checkPIN = try phone.checkPIN(try await test.challenge(for: &phone))
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.provider.issueChallenge(checkPIN.encode()) }
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.provider.createWallet(checkPIN.encode()) }
    }

    @Test func `an unknown, empty or expired challenge, and one of a different wallet`() async throws {
        var phone = try await test.registeredPhone()
        var other = try await test.registeredPhone()
        let othersChallenge = try await test.challenge(for: &other)
        let challenge = try await test.challenge(for: &phone)
        for wrong in [othersChallenge, "", "AAAA", challenge + "A"] {
            #expect(try await refusal(of: phone.checkPIN(wrong), from: phone) == .challengeRejected)
        }
        test.clock.advance(milliseconds: 59_999)
        let request = try phone.checkPIN(challenge)
        test.clock.advance(milliseconds: 1)
        #expect(try await refusal(of: request, from: phone) == .challengeRejected)
    }

    @Test func `a challenge is accepted until its last millisecond`() async throws {
        var phone = try await test.registeredPhone()
        let challenge = try await test.challenge(for: &phone)
        test.clock.advance(milliseconds: 59_999)
        #expect(await test.problem(of: try phone.checkPIN(challenge)) == nil)
    }

    @Test func `a challenge replaced by a newer one`() async throws {
        var phone = try await test.registeredPhone()
        let older = try await test.challenge(for: &phone)
        let newer = try await test.challenge(for: &phone)
        #expect(try await refusal(of: phone.checkPIN(older), from: phone) == .challengeRejected)
        #expect(await test.problem(of: try phone.checkPIN(newer)) == nil)
    }

    @Test func `data in an instruction that takes none`() async throws {
        var phone = try await test.registeredPhone()
        let claims = phone.claims(.checkPIN, challenge: try await test.challenge(for: &phone), data: ["more": 1]).with(sequenceNumber: 9)
        let request = try phone.request(InstructionMessage(claims, signedBy: phone.pinKey), certificate: phone.certificate)
        #expect(try await refusal(of: request, from: phone) == .malformedRequest)
    }

    @Test(arguments: ["", "challenge", "create_wallet", "signs", "CHECK_PIN"])
    func `a challenge request for an unknown instruction`(_ instruction: String) async throws {
        var phone = try await test.registeredPhone()
        let body = try phone.challengeRequest(for: instruction).encode()
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.issueChallenge(body) }
    }

    @Test func `a challenge request that contains a challenge`() async throws {
        var phone = try await test.registeredPhone()
        let claims = phone.claims(.challenge, challenge: "AAAA", data: ["for": "check_pin"])
        let request = try phone.request(InstructionMessage(deviceOnly: claims), certificate: phone.certificate)
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.issueChallenge(request.encode()) }
    }

    @Test(arguments: ["", "{}", "null", "[]", "\u{FEFF}{}", "{\"message\":1}"])
    func `garbage`(_ body: String) async throws {
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.perform(.checkPIN, Array(body.utf8)) }
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.issueChallenge(Array(body.utf8)) }
    }

    @Test func `a revoked wallet, with the reason`() async throws {
        var phone = try await test.registeredPhone()
        let challenge = try await test.challenge(for: &phone)
        try test.revoke(phone, reason: "solution_compromised")
        let revoked = ProviderProblem.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)
        #expect(try await refusal(of: phone.checkPIN(challenge), from: phone) == revoked)
        let body = try phone.challengeRequest().encode()
        await #expect(throws: revoked) { try await test.provider.issueChallenge(body) }
    }
}
