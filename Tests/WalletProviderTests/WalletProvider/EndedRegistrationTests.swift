// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// `/createwallet` repeated with identical bytes while the challenge lives, after the wallet has ended.
struct EndedRegistrationTests {
    let test: TestProvider

    init() throws {
        test = try TestProvider()
    }

    private func registered() async throws -> (phone: TestPhone, request: ProviderRequest, answer: RegistrationAnswer) {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        let answer = try await test.register(request)
        phone.certificate = answer.certificate
        return (phone, request, answer)
    }

    @Test func `after deregistration the repetition is rejected and creates no account`() async throws {
        var (phone, request, _) = try await registered()
        try await test.deregister(&phone)
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
        #expect(try await test.account(of: phone).state == .deregistered)
        #expect(try test.count("account") == 1)
    }

    @Test(arguments: RevocationReason.allCases)
    func `after a revocation the repetition is rejected with the reason, and nothing is restored`(_ reason: RevocationReason) async throws {
        let (phone, request, _) = try await registered()
        let revocation = try #require(try await test.revoker.revoke(phone.walletID, because: reason, by: .portal))
        for _ in 1...2 {
            let problem = ProviderProblem.accountRevoked(reason: reason.reportedName, canRegisterNewWallet: reason.canRegisterNewWallet)
            await #expect(throws: problem) {
                try await test.register(request)
            }
        }
        #expect(try await test.account(of: phone).state == .revoked(revocation))
    }

    @Test func `after the solution's revocation the repetition is rejected with that reason`() async throws {
        let (phone, request, _) = try await registered()
        let revocation = try await test.revoker.revokeSolution(by: .operator(name: "o"))
        await #expect(throws: ProviderProblem.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)) {
            try await test.register(request)
        }
        #expect(try await test.account(of: phone).state == .revoked(revocation))
    }

    @Test func `a different request under the same challenge learns nothing of the end`() async throws {
        let (phone, request, _) = try await registered()
        _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        var thief = TestPhone()
        thief.walletID = phone.walletID
        let other = try thief.registration(challenge: request.message.claims.challenge, by: test.authority, now: test.clock.now)
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(other) }
    }

    @Test func `after the challenge's expiry the challenge is rejected, whatever the wallet's state`() async throws {
        let (phone, request, _) = try await registered()
        _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        test.clock.advance(seconds: 60)
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
    }

    @Test func `a repetition during a database outage is answered later`() async throws {
        let (phone, request, first) = try await registered()
        test.store.fail(.account)
        await #expect(throws: ProviderProblem.unavailable) { try await test.register(request) }
        test.store.fail()
        #expect(try await test.register(request).revocationCode == first.revocationCode)
        _ = phone
    }

    @Test func `parallel repetitions during the revocation are answered or rejected, and the wallet ends revoked`() async throws {
        let (phone, request, first) = try await registered()
        let problem = ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: true)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { [test] in
                    if number == 10 { _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal) }
                    do {
                        #expect(try await test.register(request).revocationCode == first.revocationCode)
                    } catch let refusal as ProviderProblem {
                        #expect(refusal == problem)
                    }
                }
            }
            try await group.waitForAll()
        }
        await #expect(throws: problem) { try await test.register(request) }
    }
}
