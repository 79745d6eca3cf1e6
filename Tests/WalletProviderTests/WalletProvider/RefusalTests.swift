// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import PhoneSimulator
import ProviderProtocol
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

    @Test func `a device proof by a wrong key, over a wrong message or of a wrong kind is refused`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
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
        // The beacon is not consumed either.
        #expect(await test.problem(of: try phone.checkPIN(genuine.message.claims.challenge)) == nil)
    }

    @Test func `an assertion with any one byte changed is refused`() async throws {
        var phone = try await test.registeredPhone()
        let genuine = try phone.checkPIN(try await test.beacon())
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

    @Test func `a sequence number that does not increase is refused`() async throws {
        var phone = try await test.registeredPhone()
        _ = try await test.tryPIN(&phone, right: false)
        let beacon = try await test.beacon()
        let current = try await test.account(of: phone).sequenceNumber
        // The numbers of the last message and of the registration, whose message is not stored.
        for number in [1, current] {
            phone.sequenceNumber = number - 1
            #expect(try await refusal(of: phone.checkPIN(beacon), from: phone) == .instructionRejected)
        }
    }

    @Test func `an assertion counter that does not increase is refused`() async throws {
        var phone = try await test.registeredPhone()
        for _ in 1...2 { _ = try await test.tryPIN(&phone, right: true) }
        let beacon = try await test.beacon()
        let current = phone.counter
        for counter in [current, current - 1, 1] {
            phone.counter = counter - 1
            #expect(try await refusal(of: phone.checkPIN(beacon), from: phone) == .instructionRejected)
        }
        phone.counter = current
        #expect(await test.problem(of: try phone.checkPIN(beacon)) == nil)
    }

    @Test func `a message for a different audience is refused`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        for audience in ["https://other.example", TestProvider.publicURL + "/", TestProvider.publicURL + "/api/v1", ""] {
            phone.audience = audience
            #expect(try await refusal(of: phone.checkPIN(beacon), from: phone) == .instructionRejected)
        }
    }

    @Test func `a message for a different instruction than its route's is refused`() async throws {
        var phone = try await test.registeredPhone()
        let status = try phone.message(.walletStatus, try await test.beacon())
        #expect(try await refusal(of: status, from: phone) == .instructionRejected)
        let checkPIN = try phone.checkPIN(try await test.beacon())
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.provider.perform(.walletStatus, checkPIN.encode()) }
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.provider.createWallet(checkPIN.encode()) }
    }

    @Test func `data in an instruction that takes no data is refused`() async throws {
        var phone = try await test.registeredPhone()
        let claims = phone.claims(.checkPIN, challenge: try await test.beacon(), data: ["more": 1]).with(sequenceNumber: 9)
        let request = try phone.request(InstructionMessage(claims, signedBy: phone.pinKey), certificate: phone.certificate)
        #expect(try await refusal(of: request, from: phone) == .malformedRequest)
    }

    @Test(arguments: ["", "{}", "null", "[]", "\u{FEFF}{}", "{\"message\":1}"])
    func `garbage is refused`(_ body: String) async throws {
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.perform(.checkPIN, Array(body.utf8)) }
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.perform(.walletStatus, Array(body.utf8)) }
    }

    @Test func `a message of a revoked wallet is refused with the reason`() async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        try test.revoke(phone, reason: "solution_compromised")
        let revoked = ProviderProblem.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)
        #expect(try await refusal(of: phone.checkPIN(beacon), from: phone) == revoked)
        #expect(await test.refusal(of: try await test.sample(.sign, from: &phone, pinKey: phone.pinKey)) == revoked)
    }
}
