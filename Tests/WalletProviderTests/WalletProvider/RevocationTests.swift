// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JSON
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Revocation by code, by id and of the solution. The audit record precedes the act.
struct RevocationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    func registered() async throws -> (phone: TestPhone, code: RevocationCode) {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let answer = try await test.register(phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
        phone.certificate = answer.certificate
        return (phone, answer.revocationCode)
    }

    /// The acts in the audit log, with reason and actor.
    func acts() async throws -> [String] {
        var acts: [String] = []
        _ = try await test.auditLog.verify { record in
            let entry = try JSONObject(parsing: record.entry)
            acts.append(
                ["act", "reason", "by"].compactMap { if case .string(let text) = entry[$0] { text } else { nil } }.joined(separator: " "))
        }
        return acts
    }

    @Test func `the deletion code revokes its wallet and no other, once`() async throws {
        var (phone, code) = try await registered()
        var (other, _) = try await registered()
        let date = Timestamp(test.clock.now)
        let revocation = Revocation(reason: .userRequest, date: date)
        #expect(try await test.revoker.revoke(with: code, by: .portal) == revocation)
        test.clock.advance(seconds: 5)
        #expect(try await test.revoker.revoke(with: code, by: .portal) == revocation)
        #expect(try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .operator(name: "o")) == revocation)
        let problem = ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: true)
        #expect(try await test.tryPIN(&phone, right: true) == problem)
        #expect(try await test.tryPIN(&other, right: true) == nil)
        #expect(try await acts() == ["revoke_wallet user_request portal"])
    }

    @Test func `an unknown code revokes nothing and leaves no record`() async throws {
        _ = try await registered()
        let code = RevocationCode(derivedFrom: [UInt8](repeating: 3, count: 32))
        #expect(try await test.revoker.revoke(with: code, by: .portal) == nil)
        let unknown = WalletID { [UInt8](repeating: 9, count: $0) }
        #expect(try await test.revoker.revoke(unknown, because: .adminRequest, by: .portal) == nil)
        #expect(try await acts().isEmpty)
    }

    @Test(arguments: RevocationReason.allCases)
    func `an operator revokes by id, and the reason determines if a new wallet is permitted`(_ reason: RevocationReason) async throws {
        var (phone, _) = try await registered()
        for _ in 1...2 {
            let revocation = try await test.revoker.revoke(phone.walletID, because: reason, by: .operator(name: "o"))
            #expect(revocation?.reason == reason)
        }
        #expect(try await acts() == ["revoke_wallet \(reason.rawValue) operator:o"])
        let mayRegister = [.userRequest, .adminRequest].contains(reason)
        let reported = reason == .recoveryCode ? "admin_request" : reason.rawValue
        let problem = ProviderProblem.accountRevoked(reason: reported, canRegisterNewWallet: mayRegister)
        #expect(try await test.tryPIN(&phone, right: true) == problem)
    }

    @Test func `the solution is revoked once, for present and future wallets`() async throws {
        var (phone, code) = try await registered()
        var late = TestPhone()
        let challenge = try await test.enroll(&late)
        let registration = try late.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let first = try await test.revoker.revokeSolution(by: .operator(name: "o"))
        test.clock.advance(seconds: 5)
        #expect(try await test.revoker.revokeSolution(by: .operator(name: "p")) == first)
        #expect(first == Revocation(reason: .solutionCompromised, date: Timestamp(milliseconds: first.date.milliseconds)))
        let problem = ProviderProblem.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)
        #expect(try await test.tryPIN(&phone, right: true) == problem)
        await #expect(throws: problem) { try await test.register(registration) }
        #expect(try await test.status(of: &phone) == .revoked(reason: "solution_compromised", canRegisterNewWallet: false))
        #expect(try await test.revoker.revoke(with: code, by: .portal)?.reason == .userRequest)
        #expect(try await acts() == ["revoke_solution operator:o", "revoke_wallet user_request portal"])
    }

    @Test(arguments: [true, false])
    func `after both kinds of revocation no answer permits a new wallet`(
        _ isSolutionFirst: Bool
    ) async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let registration = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let answer = try await test.register(registration)
        phone.certificate = answer.certificate
        if isSolutionFirst { _ = try await test.revoker.revokeSolution(by: .operator(name: "o")) }
        _ = try await test.revoker.revoke(with: answer.revocationCode, by: .portal)
        if !isSolutionFirst {
            #expect(try await test.status(of: &phone) == .revoked(reason: "user_request", canRegisterNewWallet: true))
            _ = try await test.revoker.revokeSolution(by: .operator(name: "o"))
        }
        #expect(try await test.status(of: &phone) == .revoked(reason: "user_request", canRegisterNewWallet: false))
        let problem = ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: false)
        #expect(try await test.tryPIN(&phone, right: true) == problem)
        await #expect(throws: problem) { try await test.register(registration) }
    }

    @Test func `a revocation without an audit record is not done`() async throws {
        var (phone, code) = try await registered()
        test.store.fail(.audit)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revoke(with: code, by: .portal) }
        await #expect(throws: ProviderProblem.unavailable) {
            try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .portal)
        }
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revokeSolution(by: .portal) }
        test.store.fail()
        test.hsm.fail(.authenticate)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revokeSolution(by: .portal) }
        test.hsm.fail()
        #expect(try await test.tryPIN(&phone, right: true) == nil)
        #expect(try await test.store.solutionRevocation() == nil)
    }

    @Test func `a record whose act failed stays, and a retry completes the act`() async throws {
        let (phone, code) = try await registered()
        test.store.fail(.revoke)
        await #expect(throws: ProviderProblem.unavailable) { try await test.revoker.revoke(with: code, by: .portal) }
        test.store.fail()
        #expect(try await test.account(of: phone).state == .active)
        #expect(try await acts().count == 1)
        #expect(try await test.revoker.revoke(with: code, by: .portal) != nil)
        #expect(try await acts().count == 2)
    }

    @Test func `a right PIN reserved before the revocation changes nothing after it`() async throws {
        var (phone, _) = try await registered()
        let beacon = try await test.beacon()
        let request = try phone.message(.performIssuance, beacon, data: KeyRequest(count: 1, audience: "a", nonce: nil).json)
        let walletID = phone.walletID
        test.store.before(.settle) { [test] in _ = try? await test.revoker.revoke(walletID, because: .userRequest, by: .portal) }
        #expect(await test.refusal(of: request) != nil)
        #expect(try test.count("wallet_key") == 0)
    }
}
