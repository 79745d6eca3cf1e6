// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// A message with a wrong beacon or number causes no HSM call. (For a wrong state: `StateMatrixTests`.)
struct TokenWorkTests {
    private let test: TestProvider
    private static let instructions = Instruction.allCases.filter(\.hasRoute)

    init() throws {
        test = try TestProvider()
    }

    /// Returns a message that a healthy wallet with a PID accepts under a recent beacon.
    private func message(_ instruction: Instruction, _ challenge: String, from phone: inout TestPhone) throws -> ProviderRequest {
        let new = P256.Signing.PrivateKey()
        let data = try test.sampleData(
            instruction, proving: phone.possessionText(instruction, challenge), current: phone.pinKey, new: new,
            pid: test.pidIssuer.pid("person 1", boundTo: JWK(phone.pinKey.publicKey)))
        return try phone.message(instruction, challenge, data: data, pinKey: instruction.proof == .newPIN ? new : phone.pinKey)
    }

    /// Registers a wallet that accepts every instruction, including `complete_pin_recovery`.
    ///
    /// - Parameter isWarm: true if the provider knows its PIN key.
    private func recoveringPhone(isWarm: Bool) async throws -> TestPhone {
        var phone = try await test.phoneWithPID()
        _ = try await test.startPINRecovery(&phone, to: P256.Signing.PrivateKey())
        if isWarm { try await test.warmUp(&phone) }
        return phone
    }

    /// Returns the problem of a request and the HSM calls that it caused.
    private func refusal(of request: ProviderRequest) async -> (ProviderProblem?, calls: [FlakyHSM.Operation]) {
        test.hsm.forgetCalls()
        return (await test.refusal(of: request), test.hsm.calls)
    }

    @Test(arguments: instructions, [false, true])
    func `an invented, altered or expired beacon is rejected before any costly work`(
        _ instruction: Instruction, _ isWarm: Bool
    ) async throws {
        var phone = try await recoveringPhone(isWarm: isWarm)
        let current = try await test.beacon()
        let swapped = String(current.prefix(20) + current.dropFirst(20).reversed())
        for challenge in ["", "made up", "zero\0byte", String(current.dropLast()), swapped, phone.walletID.text] {
            let (problem, calls) = await refusal(of: try message(instruction, challenge, from: &phone))
            #expect(problem == .challengeRejected, "\(challenge)")
            #expect(calls.isEmpty, "\(challenge)")
            // The refusal has made the key unknown.
            if isWarm, instruction == .checkPIN { try await test.warmUp(&phone) }
        }
        test.clock.advance(seconds: 301)
        let (problem, calls) = await refusal(of: try message(instruction, current, from: &phone))
        #expect(problem == .challengeRejected)
        #expect(calls.isEmpty)
    }

    @Test(arguments: instructions, [false, true])
    func `a used number or counter is rejected before any costly work`(_ instruction: Instruction, _ isWarm: Bool) async throws {
        var phone = try await recoveringPhone(isWarm: isWarm)
        let beacon = try await test.beacon()
        var late = phone
        late.sequenceNumber -= 1
        let (problem, calls) = await refusal(of: try message(instruction, beacon, from: &late))
        #expect(problem == .instructionRejected)
        #expect(calls.isEmpty)
        if isWarm { try await test.warmUp(&phone) }
        var copied = phone
        copied.counter -= 1
        let (second, moreCalls) = await refusal(of: try message(instruction, beacon, from: &copied))
        #expect(second == .instructionRejected)
        #expect(moreCalls.isEmpty)
    }

    /// The act of another replica on a wallet whose PIN key this provider knows.
    enum Elsewhere: CaseIterable, Sendable {
        /// Uses the numbers of the next messages.
        case usesNumbers
        /// Uses up the attempts, to a waiting period or to the block.
        case makesWait, blocks
        case revokes, revokesSolution
        /// Starts a PIN change.
        case changesPIN
    }

    @Test(arguments: Elsewhere.allCases)
    func `a known wallet that another replica has changed makes the HSM work once, however often it asks`(
        _ change: Elsewhere
    ) async throws {
        var phone = try await test.registeredPhone(isWarm: true)
        var elsewhere = phone
        let replica = test.replica
        switch change {
        case .usesNumbers: for _ in 1...4 { #expect(try await replica.tryPIN(&elsewhere, right: true) == nil) }
        case .makesWait: for _ in 1...4 { #expect(try await replica.tryPIN(&elsewhere, right: false) != nil) }
        case .blocks: try test.setAttempts(16, of: phone)
        case .revokes: _ = try await replica.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        case .revokesSolution: _ = try await replica.revoker.revokeSolution(by: .portal)
        case .changesPIN: try await replica.startPINChange(&elsewhere, to: P256.Signing.PrivateKey())
        }
        // All but `usesNumbers` send new numbers.
        if change != .usesNumbers { (phone.sequenceNumber, phone.counter) = (elsewhere.sequenceNumber, elsewhere.counter) }
        let before = try test.row(of: phone)
        let beacon = try await test.beacon()
        for isFirst in [true, false, false] {
            test.store.forgetCalls()
            let (problem, calls) = await refusal(of: try message(.checkPIN, beacon, from: &phone))
            #expect(problem != nil && problem != .unavailable)
            #expect(calls == (isFirst ? [.open, .authenticate] : []))
            #expect(test.store.calls == (isFirst ? [.reserveKnown, .account] : [.account]))
        }
        #expect(try test.row(of: phone) == before)
    }

    @Test func `a recovery with 32 keys under an invented beacon creates no key, however often it is sent`() async throws {
        var phone = try await test.phoneWithPID()
        let new = P256.Signing.PrivateKey()
        let start = PINRecoveryStart(
            newPINPublicKey: JWK(new.publicKey), keys: KeyRequest(count: 32, audience: "https://issuer.example", nonce: "n"))
        test.hsm.forgetCalls()
        for _ in 1...3 {
            let request = try phone.message(.startPINRecovery, "made up", data: start.json, pinKey: new)
            #expect(await test.refusal(of: request) == .challengeRejected)
        }
        #expect(test.hsm.calls.isEmpty)
        let live = try await test.beacon()
        #expect(await test.refusal(of: try phone.message(.startPINRecovery, live, data: start.json, pinKey: new)) == nil)
        #expect(test.hsm.calls.filter { $0 == .makeWalletKey }.count == 32)
    }

    @Test func `a registration whose challenge was used by a different request is rejected before any costly work`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        _ = try await test.register(try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now))
        var second = TestPhone()
        second.walletID = phone.walletID
        let request = try second.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        test.hsm.forgetCalls()
        await #expect(throws: ProviderProblem.challengeRejected) { try await test.register(request) }
        #expect(test.hsm.calls.isEmpty)
    }

    @Test func `a registration with a revoked solution or a revoked wallet is rejected before any costly work`() async throws {
        var phone = TestPhone()
        let challenge = try await test.enroll(&phone)
        let request = try phone.registration(challenge: challenge, by: test.authority, now: test.clock.now)
        _ = try await test.register(request)
        _ = try await test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal)
        test.hsm.forgetCalls()
        await #expect(throws: ProviderProblem.accountRevoked(reason: "user_request", canRegisterNewWallet: true)) {
            try await test.register(request)
        }
        #expect(test.hsm.calls.isEmpty)

        var late = TestPhone()
        let second = try await test.enroll(&late)
        _ = try await test.revoker.revokeSolution(by: .portal)
        let refused = try late.registration(challenge: second, by: test.authority, now: test.clock.now)
        test.hsm.forgetCalls()
        await #expect(throws: ProviderProblem.accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)) {
            try await test.register(refused)
        }
        #expect(test.hsm.calls.isEmpty)
    }

    @Test func `attested keys of a provider without attestations are rejected before a key is created`() async throws {
        let configuration = test.provider.configuration
        let provider = test.another(
            try ProviderConfiguration(
                publicURL: configuration.publicURL, devices: configuration.devices, recoveryCodeReader: test.pidIssuer))
        var phone = try await test.phoneWithPID()
        let data = KeyRequest(count: 32, audience: "https://issuer.example", nonce: "n", isAttested: true).json
        let request = try phone.message(.performIssuance, try await test.beacon(), data: data)
        test.hsm.forgetCalls()
        await #expect(throws: ProviderProblem.instructionRejected) { try await provider.perform(.performIssuance, request.encode()) }
        #expect(!test.hsm.calls.contains(.makeWalletKey))
        #expect(try await test.account(of: phone).attempts == 0)
    }
}
