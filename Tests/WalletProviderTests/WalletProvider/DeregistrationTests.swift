// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// `wallet_status` and `deregister`.
struct DeregistrationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    @Test func `a status request returns the account's state`() async throws {
        var phone = try await test.phoneWithPID()
        #expect(try await test.status(of: &phone) == .active)
        _ = try await test.tryPIN(&phone, right: false)
        #expect(try await test.status(of: &phone) == .active)
        try test.setAttempts(16, of: phone)
        #expect(try await test.status(of: &phone) == .blocked)
        _ = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        #expect(try await test.status(of: &phone) == .recovering)
        test.clock.advance(seconds: 3600)
        #expect(try await test.status(of: &phone) == .blocked)
        _ = try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .portal)
        #expect(try await test.status(of: &phone) == .revoked(reason: "admin_request", canRegisterNewWallet: true))
    }

    @Test func `after deregistration the wallet is unknown, its keys are gone, and a retry gets the same answer`() async throws {
        var phone = try await test.phoneWithPID()
        let request = try phone.message(.deregister, try await test.beacon())
        let first = try InstructionAnswer(parsing: try await test.provider.perform(.deregister, request.encode()))
        test.clock.advance(seconds: 600)
        let second = try InstructionAnswer(parsing: try await test.provider.perform(.deregister, request.encode()))
        #expect(second.result == first.result)
        #expect(try test.count("wallet_key") == 0)
        for instruction in Instruction.allCases where instruction.hasRoute {
            let request =
                instruction == .startPINRecovery
                ? try phone.startPINRecovery(try await test.beacon(), to: P256.Signing.PrivateKey())
                : try await test.sample(instruction, from: &phone, pinKey: phone.pinKey)
            #expect(await test.refusal(of: request) == .certificateRejected, "\(instruction)")
        }
        // The row stays as long as the answer may be requested again.
        try await test.provider.removeExpired()
        #expect(try test.count("account") == 1)
        test.clock.advance(milliseconds: 1)
        try await test.provider.removeExpired()
        #expect(try test.count("account") == 0)
        #expect(await test.refusal(of: request) == .certificateRejected)
    }

    @Test func `the deletion code of a deregistered wallet revokes nothing`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let answer = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
        phone.certificate = answer.certificate
        try await test.deregister(&phone)
        #expect(try await test.revoker.revoke(with: answer.revocationCode, by: .portal) == nil)
        #expect(try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .portal) == nil)
    }

    @Test(arguments: [true, false])
    func `a revoked wallet can deregister, and its revocation stays recorded`(_ ofSolution: Bool) async throws {
        var phone = try await test.registeredPhone()
        _ =
            ofSolution
            ? try await test.revoker.revokeSolution(by: .portal)
            : try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        let state = try await test.account(of: phone).state
        try await test.deregister(&phone)
        try await test.deregister(&phone)
        test.clock.advance(seconds: 100_000)
        try await test.provider.removeExpired()
        #expect(try await test.account(of: phone).state == state)
    }

    @Test(arguments: [true, false])
    func `a deregistration does not undo a concurrent revocation`(_ ofSolution: Bool) async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.message(.deregister, try await test.beacon())
        let walletID = phone.walletID
        test.store.before(.accept) { [test] in
            if ofSolution {
                _ = try? await test.revoker.revokeSolution(by: .portal)
            } else {
                _ = try? await test.revoker.revoke(walletID, because: .userRequest, by: .portal)
            }
        }
        #expect(await test.refusal(of: request) == .instructionRejected)
        guard case .revoked = try await test.account(of: phone).state else {
            Issue.record("the revocation is gone")
            return
        }
        try await test.deregister(&phone)
    }

    @Test func `a deregistration without an audit record is not done`() async throws {
        var phone = try await test.registeredPhone()
        let request = try phone.message(.deregister, try await test.beacon())
        test.store.fail(.audit)
        #expect(await test.refusal(of: request) == .unavailable)
        test.store.fail()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
    }

    @Test func `a rejected message leaves no audit record, however often it is sent`() async throws {
        var phone = try await test.registeredPhone()
        let old = try await test.beacon()
        test.clock.advance(seconds: 301)
        for challenge in ["", "garbage", "\u{0}", old] {
            let request = try phone.message(.deregister, challenge)
            for _ in 1...3 { #expect(await test.refusal(of: request) == .challengeRejected) }
        }
        #expect(try await test.auditLog.verify() == nil)
        try await test.deregister(&phone)
        #expect(try await test.auditLog.verify()?.number == 1)
    }

    @Test func `unexpected data is rejected, and nothing is done`() async throws {
        var phone = try await test.registeredPhone()
        for instruction in [Instruction.deregister, .walletStatus] {
            let request = try phone.message(instruction, try await test.beacon(), data: ["more": 1])
            #expect(await test.refusal(of: request) == .malformedRequest)
        }
        #expect(try await test.account(of: phone).state == .active)
    }
}
