// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import ProviderProtocol
import SimulatedPhone
import Testing
import WalletProvider

/// Every instruction and its challenge request in every state of an account.
struct StateMatrixTests {
    /// The expected answer to an instruction.
    enum Expected: String, Sendable {
        case ok, wait, block, reject, revoked, unknown
        /// Rejected after a right PIN: the message was accepted, and the attempt is returned.
        case taken
    }

    /// The table's columns in order.
    static let instructions: [Instruction] = [
        .checkPIN, .startPINChange, .settlePINChange, .startPINRecovery, .completePINRecovery, .discloseRecoveryCode, .walletStatus,
        .performIssuance, .sign, .deleteKeys, .deregister, .attestWallet, .previewIssuance,
    ]

    /// Each message has a live challenge, the current PIN, the right PID and a key of the wallet, if they exist.
    static let table = """
        state              check_pin start   settle  recover complete disclose status  issue   sign    delete  deregister attest  preview
        fresh              ok        ok      ok      reject  reject   taken    ok      ok      taken   ok      ok         ok      ok
        used               ok        ok      ok      ok      reject   ok       ok      ok      ok      ok      ok         ok      ok
        waiting            wait      wait    wait    ok      reject   wait     ok      wait    wait    wait    ok         ok      ok
        blocked            block     block   block   ok      reject   block    ok      block   block   block   ok         ok      ok
        changing           reject    reject  ok      ok      reject   reject   ok      reject  reject  reject  ok         ok      ok
        changingBlocked    block     block   block   ok      reject   block    ok      block   block   block   ok         ok      ok
        recovering         ok        ok      ok      ok      ok       ok       ok      ok      ok      ok      ok         ok      ok
        recoveringBlocked  block     block   block   ok      ok       block    ok      block   block   block   ok         ok      ok
        recoveryOver       ok        ok      ok      ok      reject   ok       ok      ok      ok      ok      ok         ok      ok
        userRevoked        revoked   revoked revoked revoked revoked  revoked  ok      revoked revoked revoked ok         revoked revoked
        adminRevoked       revoked   revoked revoked revoked revoked  revoked  ok      revoked revoked revoked ok         revoked revoked
        holderRevoked      revoked   revoked revoked revoked revoked  revoked  ok      revoked revoked revoked ok         revoked revoked
        compromised        revoked   revoked revoked revoked revoked  revoked  ok      revoked revoked revoked ok         revoked revoked
        solutionRevoked    revoked   revoked revoked revoked revoked  revoked  ok      revoked revoked revoked ok         revoked revoked
        deregistered       unknown   unknown unknown unknown unknown  unknown  unknown unknown unknown unknown unknown    unknown unknown
        unusedAndOver      unknown   unknown unknown unknown unknown  unknown  unknown unknown unknown unknown unknown    unknown unknown
        forgotten          unknown   unknown unknown unknown unknown  unknown  unknown unknown unknown unknown unknown    unknown unknown
        """

    enum State: String, CaseIterable, Sendable {
        case fresh, used, waiting, blocked, changing, changingBlocked, recovering, recoveringBlocked, recoveryOver
        case userRevoked, adminRevoked, holderRevoked, compromised, solutionRevoked, deregistered, unusedAndOver, forgotten
    }

    static func expected(_ state: State) throws -> [Expected] {
        let row = try #require(table.split(separator: "\n").map { $0.split(separator: " ") }.first { $0[0] == state.rawValue })
        return try row.dropFirst().map { try #require(Expected(rawValue: String($0))) }
    }

    /// A phone with an account in a state, and the data for its messages.
    struct Subject {
        var phone: TestPhone
        let new = P256.Signing.PrivateKey()
        var credential: IssuedKeys.Key?
        var recovery: IssuedKeys.Key?
        /// A challenge from before the state was entered.
        var earlier = "none"
    }

    func subject(
        _ state: State, of kind: PhoneKind, for instruction: Instruction, on test: TestProvider
    ) async throws -> Subject {
        var subject = Subject(phone: try await test.registeredPhone(kind))
        if state != .fresh, state != .unusedAndOver {
            subject.credential = try await test.issueKeys(to: &subject.phone).first
            let pid = try test.pidIssuer.pid("person 1", boundTo: try #require(subject.credential).publicKey)
            #expect(try await test.disclose(pid: pid, from: &subject.phone) == nil)
            subject.earlier = try await test.challenge(instruction, for: &subject.phone)
        }
        if [.changing, .changingBlocked].contains(state) { try await test.startPINChange(&subject.phone, to: subject.new) }
        if [.recovering, .recoveringBlocked, .recoveryOver].contains(state) {
            subject.recovery = try await test.startPINRecovery(&subject.phone, to: subject.new)
        }
        let walletID = subject.phone.walletID
        switch state {
        case .fresh, .used, .changing, .recovering: break
        case .waiting: for _ in 1...4 { _ = try await test.tryPIN(&subject.phone, right: false) }
        case .blocked, .changingBlocked, .recoveringBlocked: try test.setAttempts(16, of: subject.phone)
        case .recoveryOver: test.clock.advance(seconds: 3600)
        case .userRevoked: _ = try await test.revoker.revoke(walletID, because: .userRequest, by: .portal)
        case .adminRevoked: _ = try await test.revoker.revoke(walletID, because: .adminRequest, by: .portal)
        case .holderRevoked: _ = try await test.revoker.revokeHolder(of: walletID, by: .portal)
        case .compromised: _ = try await test.revoker.revoke(walletID, because: .solutionCompromised, by: .portal)
        case .solutionRevoked: _ = try await test.revoker.revokeSolution(by: .portal)
        case .deregistered: try await test.deregister(&subject.phone)
        case .unusedAndOver: test.clock.advance(seconds: 86_400)
        case .forgotten: try test.forget(subject.phone)
        }
        return subject
    }

    /// The message to which the table refers.
    func request(
        _ instruction: Instruction, _ challenge: String, by subject: inout Subject, on test: TestProvider
    ) throws -> ProviderRequest {
        let pinKey = subject.phone.pinKey
        let bound = instruction == .completePINRecovery ? subject.recovery : subject.credential
        let pid = try test.pidIssuer.pid("person 1", boundTo: bound?.publicKey ?? JWK(pinKey.publicKey))
        var data = try test.sampleData(instruction, challenge, current: pinKey, new: subject.new, pid: pid)
        if instruction == .sign, let key = subject.credential {
            data = SigningRequest(items: [SigningRequest.Item(key: key.id, bytes: [1])]).json
        }
        return try subject.phone.message(
            instruction, challenge, data: data, pinKey: instruction.proof == .newPIN ? subject.new : pinKey)
    }

    func problem(_ expected: Expected, in state: State) -> ProviderProblem? {
        switch expected {
        case .ok: nil
        case .wait: .pinTimeout(timeLeft: 60_000)
        case .block: .accountBlocked
        case .reject, .taken: .instructionRejected
        case .unknown: .certificateRejected
        case .revoked:
            switch state {
            case .userRevoked: .accountRevoked(reason: "user_request", canRegisterNewWallet: true)
            case .adminRevoked: .accountRevoked(reason: "admin_request", canRegisterNewWallet: true)
            case .holderRevoked: .accountRevoked(reason: "admin_request", canRegisterNewWallet: false)
            default: .accountRevoked(reason: "solution_compromised", canRegisterNewWallet: false)
            }
        }
    }

    @Test(arguments: State.allCases, PhoneKind.allCases)
    func `every instruction is answered as in the table, and a rejected one changes nothing`(
        _ state: State, of kind: PhoneKind
    ) async throws {
        let expectations = try Self.expected(state)
        #expect(expectations.count == Self.instructions.count)
        for (instruction, expected) in zip(Self.instructions, expectations) {
            let test = try TestProvider()
            var subject = try await subject(state, of: kind, for: instruction, on: test)
            let problem = problem(expected, in: state)

            // The challenge request is rejected only if every message for the instruction is.
            let refusesChallenge = expected == .revoked || expected == .unknown
            let untouched = try test.row(of: subject.phone)
            let answer: String?
            do {
                answer = try await test.challenge(instruction, for: &subject.phone)
                #expect(!refusesChallenge, "challenge for \(instruction)")
            } catch let refusal as ProviderProblem {
                answer = nil
                #expect(refusesChallenge && refusal == problem, "challenge for \(instruction): \(refusal)")
                #expect(try test.row(of: subject.phone) == untouched)
            }

            let before = try test.row(of: subject.phone)
            let keys = try test.count("wallet_key")
            let request = try request(instruction, answer ?? subject.earlier, by: &subject, on: test)
            test.hsm.forgetCalls()
            let refusal = await test.refusal(of: request)
            #expect(refusal == problem, "\(instruction)")
            if expected != .ok, expected != .taken { #expect(test.hsm.calls.isEmpty, "\(instruction): the state is asked before the HSM") }
            if expected != .ok, expected != .taken { #expect(try test.row(of: subject.phone) == before, "\(instruction)") }
            if expected != .ok { #expect(try test.count("wallet_key") == keys, "\(instruction)") }
            if expected == .taken { #expect(try await test.account(of: subject.phone).attempts == 0) }
        }
    }

    @Test func `the table contains every instruction with a challenge, and every state once`() {
        #expect(Set(Self.instructions) == Set(Instruction.allCases.filter(\.takesChallenge)))
        #expect(Self.table.split(separator: "\n").count == State.allCases.count + 1)
    }
}
