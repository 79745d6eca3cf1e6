// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Foundation
import JSON
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// A registration's two signatures and its claims, with one error at a time.
struct RegistrationProofTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    func attempt(_ edit: (inout InstructionClaims, inout TestPhone) throws -> Void, signedBy other: P256.Signing.PrivateKey? = nil)
        async throws -> ProviderProblem?
    {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let genuine = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        var claims = genuine.message.claims
        try edit(&claims, &phone)
        let request = try phone.request(InstructionMessage(claims, signedBy: other ?? phone.pinKey), certificate: nil)
        do throws(ProviderProblem) {
            _ = try await test.provider.createWallet(request.encode())
            return nil
        } catch {
            #expect(try await test.store.account(of: phone.walletID) == nil)
            return error
        }
    }

    @Test func `the unmodified registration is accepted`() async throws {
        #expect(try await attempt { _, _ in } == nil)
    }

    @Test func `a different device key's proof is rejected`() async throws {
        #expect(try await attempt { _, phone in phone.deviceKey = TestPhone().deviceKey } == .instructionRejected)
    }

    @Test func `a different PIN key's signature is rejected`() async throws {
        #expect(try await attempt({ _, _ in }, signedBy: P256.Signing.PrivateKey()) == .instructionRejected)
    }

    @Test func `a different audience, instruction or sequence number is rejected`() async throws {
        #expect(try await attempt { claims, _ in claims = claims.with(audience: "https://other.example") } == .instructionRejected)
        #expect(try await attempt { claims, _ in claims = claims.with(sequenceNumber: 2) } == .instructionRejected)
    }

    @Test func `malformed data is rejected`() async throws {
        #expect(try await attempt { claims, _ in claims = claims.with(data: [:]) } == .malformedRequest)
        #expect(try await attempt { claims, _ in claims = claims.with(data: claims.data.adding("more", 1)) } == .malformedRequest)
    }

    @Test func `a proof over a different message is rejected`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let other = try phone.deviceKey.assertion(clientData: request.message.deviceSigned + [0], counter: 1)
        for device in [DeviceProof.appleAssertion(other), .appleAssertion([]), .androidSignature(other)] {
            let forged = ProviderRequest(certificate: nil, message: request.message, device: device)
            await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(forged) }
        }
    }

    @Test func `a counter of 0 is rejected`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let zero = try phone.deviceKey.assertion(clientData: request.message.deviceSigned, counter: 0)
        let forged = ProviderRequest(certificate: nil, message: request.message, device: .appleAssertion(zero))
        await #expect(throws: ProviderProblem.instructionRejected) { try await test.register(forged) }
    }

    @Test(arguments: ["", "{}", "null", "[[[[", "\u{0}"])
    func `garbage is rejected as malformed`(_ body: String) async throws {
        await #expect(throws: ProviderProblem.malformedRequest) { try await test.provider.createWallet(Array(body.utf8)) }
    }
}

extension InstructionClaims {
    /// Returns a copy with other values.
    func with(
        walletID: WalletID? = nil, audience: String? = nil, instruction: Instruction? = nil, challenge: String? = nil,
        sequenceNumber: Int64? = nil, data: JSONObject? = nil
    ) -> InstructionClaims {
        InstructionClaims(
            walletID: walletID ?? self.walletID, audience: audience ?? self.audience, instruction: instruction ?? self.instruction,
            challenge: challenge ?? self.challenge, sequenceNumber: sequenceNumber ?? self.sequenceNumber, issuedAt: issuedAt,
            data: data ?? self.data)
    }
}

extension JSONObject {
    func adding(_ name: String, _ value: JSONValue) -> JSONObject {
        var copy = self
        copy.set(name, value)
        return copy
    }
}
