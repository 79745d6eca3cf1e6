// SPDX-License-Identifier: EUPL-1.2

import Crypto
import HSM
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// The provider's time in its signed answers, and messages of phones whose clocks are wrong.
struct TrueTimeTests {
    private let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    private var now: Int64 { Timestamp(test.clock.now).seconds }

    /// `iat` of the signed result.
    private func issuedAt(of request: ProviderRequest) async throws -> Int64 {
        let body = try await test.provider.perform(request.message.claims.instruction, request.encode())
        return try await test.verified(InstructionAnswer(parsing: body).result, as: InstructionResult.self, by: .result).issuedAt
    }

    /// `check_pin` by a phone with this time.
    private func checkPIN(_ phone: inout TestPhone, _ beacon: String, at time: Int64) throws -> ProviderRequest {
        let claims = phone.claims(.checkPIN, challenge: beacon)
        let dated = InstructionClaims(
            walletID: claims.walletID, audience: claims.audience, instruction: .checkPIN, challenge: beacon,
            sequenceNumber: claims.sequenceNumber, issuedAt: time)
        return try phone.request(InstructionMessage(dated, signedBy: phone.pinKey), certificate: phone.certificate)
    }

    @Test func `an enrolment challenge says the provider's second`() async throws {
        test.clock.advance(milliseconds: 12_345)
        var phone = TestPhone()
        let challenge = try await test.verified(try await test.enroll(&phone), as: EnrolmentChallenge.self)
        #expect(challenge.issuedAt == now)
    }

    @Test func `a result says the second of its signature, also when the message is repeated later`() async throws {
        var phone = try await test.registeredPhone()
        test.clock.advance(milliseconds: 12_345)
        let first = now
        let beacon = try await test.beacon()
        let requests = [try phone.checkPIN(beacon), try phone.message(.walletStatus, beacon)]
        for request in requests { #expect(try await issuedAt(of: request) == first) }
        test.clock.advance(seconds: 100)
        for request in requests { #expect(try await issuedAt(of: request) == first) }
        let later = try phone.checkPIN(beacon)
        #expect(try await issuedAt(of: later) == first + 100)
    }

    @Test(arguments: [90, 180, 3600, -3600, -600, 86_400, -1_700_000_000] as [Int64])
    func `a message is as old as its beacon, whatever the phone's clock says`(_ offset: Int64) async throws {
        var phone = try await test.registeredPhone()
        let beacon = try await test.beacon()
        let recent = try checkPIN(&phone, beacon, at: now + offset)
        #expect(try await issuedAt(of: recent) == now)
        test.clock.advance(seconds: 301)
        let late = try checkPIN(&phone, beacon, at: now)
        #expect(await test.refusal(of: late) == .challengeRejected)
    }
}
