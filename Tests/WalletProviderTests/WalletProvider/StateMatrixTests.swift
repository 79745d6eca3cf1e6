// SPDX-License-Identifier: EUPL-1.2

import Crypto
import JOSE
import PhoneSimulator
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider

/// Every instruction in every state of an account.
struct StateMatrixTests {
    /// The expected answer to an instruction.
    enum Expected: String, Sendable {
        case ok, wait, block, reject, revoked, unknown
        /// Rejected after a right PIN: the message was accepted, and the attempt is returned.
        case taken
    }

    /// The kinds of instruction that the table tells apart: its columns in order.
    enum Column: Int, CaseIterable, Sendable {
        /// Proves the PIN.
        case pin
        /// Proves the PIN and uses a key of the wallet.
        case pinAndKey
        case settlement, recoveryStart, recoveryEnd
        /// Proves the device only; a revoked wallet may send it.
        case status
        /// Proves the device only.
        case device
    }

    /// Each message has a recent beacon, the current PIN, the right PID and a key of the wallet, if they exist.
    static let table = """
        state              pin     pinAndKey settlement recoveryStart recoveryEnd status  device
        fresh              ok      taken     ok         reject        reject      ok      ok
        used               ok      ok        ok         ok            reject      ok      ok
        waiting            wait    wait      wait       ok            reject      ok      ok
        blocked            block   block     block      ok            reject      ok      ok
        changing           reject  reject    ok         ok            reject      ok      ok
        changingBlocked    block   block     block      ok            reject      ok      ok
        recovering         ok      ok        ok         ok            ok          ok      ok
        recoveringBlocked  block   block     block      ok            ok          ok      ok
        recoveryOver       ok      ok        ok         ok            reject      ok      ok
        userRevoked        revoked revoked   revoked    revoked       revoked     ok      revoked
        adminRevoked       revoked revoked   revoked    revoked       revoked     ok      revoked
        holderRevoked      revoked revoked   revoked    revoked       revoked     ok      revoked
        compromised        revoked revoked   revoked    revoked       revoked     ok      revoked
        solutionRevoked    revoked revoked   revoked    revoked       revoked     ok      revoked
        deregistered       unknown unknown   unknown    unknown       unknown     unknown unknown
        unusedAndOver      unknown unknown   unknown    unknown       unknown     unknown unknown
        forgotten          unknown unknown   unknown    unknown       unknown     unknown unknown
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
    }

    /// - Parameter knower: a replica that knows the wallet's PIN key from before the account got into this state; nil for none.
    func subject(_ state: State, of kind: PhoneKind, on test: TestProvider, knownTo knower: TestProvider? = nil) async throws -> Subject {
        var subject = Subject(phone: try await test.registeredPhone(kind))
        if state != .fresh, state != .unusedAndOver {
            subject.credential = try await test.issueKeys(to: &subject.phone).first
            let pid = try test.pidIssuer.pid("person 1", boundTo: try #require(subject.credential).publicKey)
            #expect(try await test.disclose(pid: pid, from: &subject.phone) == nil)
        }
        try await knower?.warmUp(&subject.phone)
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
        _ instruction: Instruction, _ beacon: String, by subject: inout Subject, on test: TestProvider
    ) throws -> ProviderRequest {
        let pinKey = subject.phone.pinKey
        let bound = instruction == .completePINRecovery ? subject.recovery : subject.credential
        let pid = try test.pidIssuer.pid("person 1", boundTo: bound?.publicKey ?? JWK(pinKey.publicKey))
        var data = try test.sampleData(
            instruction, proving: subject.phone.possessionText(instruction, beacon), current: pinKey, new: subject.new, pid: pid)
        if instruction == .sign, let key = subject.credential {
            data = SigningRequest(items: [SigningRequest.Item(key: key.id, signing: [1])]).json
        }
        return try subject.phone.message(
            instruction, beacon, data: data, pinKey: instruction.proof == .newPIN ? subject.new : pinKey)
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
        try #require(expectations.count == Column.allCases.count)
        for instruction in Instruction.allCases.filter(\.hasRoute) {
            let expected = expectations[instruction.stateColumn.rawValue]
            let test = try TestProvider()
            var subject = try await subject(state, of: kind, on: test)
            let problem = problem(expected, in: state)

            let before = try test.row(of: subject.phone)
            // A beacon names no wallet: it is there in every state, and changes none.
            let beacon = try await test.beacon()
            #expect(try test.row(of: subject.phone) == before)
            let keys = try test.count("wallet_key")
            let request = try request(instruction, beacon, by: &subject, on: test)
            test.hsm.forgetCalls()
            let refusal = await test.refusal(of: request)
            #expect(refusal == problem, "\(instruction)")
            if expected != .ok, expected != .taken { #expect(test.hsm.calls.isEmpty, "\(instruction): the state is asked before the HSM") }
            if expected != .ok, expected != .taken { #expect(try test.row(of: subject.phone) == before, "\(instruction)") }
            if expected != .ok { #expect(try test.count("wallet_key") == keys, "\(instruction)") }
            if expected == .taken { #expect(try await test.account(of: subject.phone).attempts == 0) }
        }
    }

    /// The states that the account reaches at another replica, after this one has come to know the wallet's PIN key.
    private static let laterStates = State.allCases.filter { ![.fresh, .unusedAndOver].contains($0) }

    @Test(arguments: laterStates, PhoneKind.allCases)
    func `a provider that knows the wallet's PIN key answers as in the table, whatever another replica has done since`(
        _ state: State, of kind: PhoneKind
    ) async throws {
        let expectations = try Self.expected(state)
        for instruction in Instruction.allCases.filter({ $0.hasRoute && $0.stateColumn == .pin }) {
            let expected = expectations[instruction.stateColumn.rawValue]
            let test = try TestProvider()
            var subject = try await subject(state, of: kind, on: test.replica, knownTo: test)
            let problem = problem(expected, in: state)
            let keys = try test.count("wallet_key")
            let isUnlock = instruction == .checkPIN
            for isFirst in [true, false] {
                let before = try test.row(of: subject.phone)
                let request = try request(instruction, try await test.beacon(), by: &subject, on: test)
                test.hsm.forgetCalls()
                test.store.forgetCalls()
                let refusal = await test.refusal(of: request)
                #expect(refusal == problem, "\(instruction)")
                #expect(test.store.calls.first == (isUnlock && isFirst ? .reserveKnown : .account), "\(instruction)")
                if expected == .ok { break }
                // The known key is opened once. Then the account is read and tells the reason.
                #expect(test.hsm.calls == (isUnlock && isFirst ? [.open, .authenticate] : []), "\(instruction)")
                #expect(test.store.calls.count == (isUnlock && isFirst ? 2 : 1), "\(instruction)")
                #expect(try test.row(of: subject.phone) == before, "\(instruction)")
                #expect(try test.count("wallet_key") == keys, "\(instruction)")
            }
        }
    }

    @Test func `the table contains every state once`() {
        #expect(Self.table.split(separator: "\n").count == State.allCases.count + 1)
    }
}
