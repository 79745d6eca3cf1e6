// SPDX-License-Identifier: EUPL-1.2

import Crypto
import ProviderProtocol
import Testing
import WalletProvider
import WitnessFiles

/// An older backup of the database under a witness that continues (threat T-R5).
struct RestoreTests {
    /// The change after the backup.
    enum Change: String, CaseIterable, Sendable {
        case attempts, block, pinChange, pendingPINChange, recovery, recoveryCode, revocation, holder, holderOfRevoked, solution,
            deregistration, registration

        /// The person of the wallet. A revoked person gets no new wallet.
        var person: String {
            switch self {
            case .holder: "person 2"
            case .holderOfRevoked: "person 3"
            default: "person 1"
            }
        }

        /// The kind of loss that the operator sees.
        var loss: WitnessedLoss {
            switch self {
            case .attempts, .block: .attempts
            case .pinChange, .pendingPINChange, .recovery: .pinKeys
            case .recoveryCode: .recoveryCode
            case .revocation, .holder, .holderOfRevoked, .deregistration: .end
            case .solution: .solution
            case .registration: .registration
            }
        }
    }

    private let new = P256.Signing.PrivateKey()
    let policy: PINRetryPolicy

    init() throws {
        policy = try PINRetryPolicy(rounds: 2, attemptsPerRound: 3, waits: [.seconds(60)])
    }

    @Test(arguments: StoreKind.installed, Change.allCases)
    func `a restored backup is detected, and reconciling improves no wallet`(_ kind: StoreKind, _ change: Change) async throws {
        let stage = try await WitnessStage(kind, policy: policy)
        var phone = change == .registration ? TestPhone() : try await stage.test.phoneWithPID(of: change)
        var bystander = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        if change == .holderOfRevoked { _ = try await stage.test.revoker.revoke(phone.walletID, because: .userRequest, by: .portal) }
        try await stage.backUp()
        try await happen(change, to: &phone, stage)
        let after = change == .deregistration ? nil : try await stage.stage.store.witnessedAccount(phone.walletID)

        await stage.stop()
        try await stage.restore()
        let rejection = await #expect(throws: Witness.Rejection.self) { try await stage.start() }
        guard case .behind(let findings)? = rejection else { return #expect(Bool(false), "\(change) was not noticed") }
        #expect(findings.losses[change.loss] == 1)
        #expect(findings.behind == (change == .solution ? 0 : 1))
        let found = try await stage.compare(writes: true)
        #expect(found == findings)
        let again = try await stage.compare(writes: true)
        #expect(!again.isBehind)

        try await stage.start()
        if let after, let now = try await stage.stage.store.witnessedAccount(phone.walletID) {
            #expect(now.attempts.count >= after.attempts.count)
            #expect(now.pin == after.pin)
            #expect(now.sequenceNumber >= after.attempts.sequenceNumber)
            #expect(now.end?.reason == after.end?.reason)
            #expect(now.recoveryCodeMark == after.recoveryCodeMark)
        }
        try await expectNoBetter(change, &phone, stage)
        if change != .solution { #expect(try await stage.test.tryPIN(&bystander, right: true) == nil) }
        await stage.stop()
    }

    /// - Parameter server: the server at which the change happens; by default the stage's own.
    func happen(_ change: Change, to phone: inout TestPhone, _ stage: WitnessStage, at server: TestProvider? = nil) async throws {
        let test = server ?? stage.test
        switch change {
        case .attempts: for _ in 1...2 { _ = try await test.tryPIN(&phone, right: false) }
        case .block:
            for _ in 1...3 { _ = try await test.tryPIN(&phone, right: false) }
            try await stage.advance(milliseconds: 60_000)
            for _ in 1...3 { _ = try await test.tryPIN(&phone, right: false) }
        case .pendingPINChange: try await test.startPINChange(&phone, to: new)
        case .pinChange:
            try await test.startPINChange(&phone, to: new)
            let request = try await test.settleRequest(&phone, current: P256.Signing.PrivateKey(), new: new)
            #expect(try PINChangeResult(try await test.object(of: request)).pin == .new)
        case .recovery:
            let key = try await test.startPINRecovery(&phone, to: new)
            let pid = try test.pidIssuer.pid("person 1", boundTo: key.publicKey)
            let request = try await test.completeRequest(&phone, pid: pid, pinKey: new)
            phone.certificate = try CertificateResult(try await test.object(of: request)).certificate
            phone.pinKey = new
        case .recoveryCode: #expect(try await test.disclose("person 1", from: &phone) == nil)
        case .revocation: _ = try await test.revoker.revoke(phone.walletID, because: .adminRequest, by: .portal)
        case .holder, .holderOfRevoked: _ = try await test.revoker.revokeHolder(of: phone.walletID, by: .portal)
        case .solution: _ = try await test.revoker.revokeSolution(by: .portal)
        case .deregistration: try await test.deregister(&phone)
        case .registration: phone = try await test.registeredPhone()
        }
    }

    /// Acts as a user who hopes to gain from the backup.
    private func expectNoBetter(_ change: Change, _ phone: inout TestPhone, _ stage: WitnessStage) async throws {
        let test = stage.test
        switch change {
        case .attempts: #expect(try await test.tryPIN(&phone, right: false) == .pinTimeout(timeLeft: 60_000))
        case .block: #expect(try await test.tryPIN(&phone, right: true) == .accountBlocked)
        case .pendingPINChange: #expect(try await test.tryPIN(&phone, right: true) == .instructionRejected)
        // The old PIN's certificate does not match the current key.
        case .pinChange: #expect(try await test.tryPIN(&phone, right: true) == .certificateRejected)
        case .recovery: #expect(try await test.tryPIN(&phone, right: true) == nil)
        case .recoveryCode: #expect(try await test.disclose("person 2", from: &phone) == .instructionRejected)
        case .revocation, .solution:
            let problem = await test.refusal(of: try phone.checkPIN("AAAA"))
            guard case .accountRevoked? = problem else { return #expect(Bool(false), "not revoked") }
            #expect(try await test.store.keys(of: phone.walletID, for: .credential).isEmpty)
        case .holder, .holderOfRevoked:
            let problem = ProviderProblem.accountRevoked(reason: "admin_request", canRegisterNewWallet: false)
            #expect(await test.refusal(of: try phone.checkPIN("AAAA")) == problem)
            var next = try await test.registeredPhone()
            #expect(try await test.disclose(change.person, from: &next) == problem)
        case .deregistration:
            let problem = await test.refusal(of: try phone.checkPIN("AAAA"))
            #expect(problem == .certificateRejected)
        case .registration: #expect(try await test.tryPIN(&phone, right: true) == nil)
        }
    }

    @Test(arguments: StoreKind.installed, [false, true])
    func `a restore under a running provider stops service at the first affected wallet and counts nothing`(
        _ kind: StoreKind, _ isWarm: Bool
    ) async throws {
        let stage = try await WitnessStage(kind)
        var phone = try await stage.test.registeredPhone(isWarm: isWarm)
        var other = try await stage.test.registeredPhone(isWarm: isWarm)
        try await stage.backUp()
        #expect(try await stage.test.tryPIN(&phone, right: false) != nil)
        try await stage.restore()
        let instruction = isWarm ? Instruction.checkPIN : .walletStatus
        let request = try phone.message(instruction, try await stage.test.beacon())
        #expect(await stage.test.refusal(of: request) == .unavailable)
        // The same for every other wallet, also for one whose PIN key the provider knows.
        let another = try other.message(instruction, try await stage.test.beacon())
        stage.test.store.forgetCalls()
        #expect(await stage.test.refusal(of: another) == .unavailable)
        #expect(stage.test.store.calls == [isWarm ? .reserveKnown : .account])
        #expect(try await stage.stage.store.witnessedAccount(phone.walletID)?.attempts.count == 0)

        await stage.stop()
        await #expect(throws: Witness.Rejection.self) { try await stage.start() }
        _ = try await stage.compare(writes: true)
        try await stage.start()
        #expect(try await stage.test.account(of: phone).attempts == 1)
        #expect(try await stage.test.tryPIN(&phone, right: true) == nil)
        #expect(try await stage.test.tryPIN(&other, right: true) == nil)
        await stage.stop()
    }

    /// The changes after which a wallet that could unlock before still exists.
    private static let losses = Change.allCases.filter { $0 != .registration && $0 != .holderOfRevoked }

    @Test(arguments: StoreKind.installed, losses)
    func `an unlock by a known key finds that the database was restored, and neither counts nor verifies anything`(
        _ kind: StoreKind, _ change: Change
    ) async throws {
        let stage = try await WitnessStage(kind, policy: policy)
        var phone = try await stage.test.phoneWithPID(of: change)
        try await stage.test.warmUp(&phone)
        try await stage.backUp()
        var known = phone
        try await stage.withAnotherServer { other in
            try await happen(change, to: &phone, stage, at: other)
            try await stage.restore()
            let restored = try await stage.stage.store.witnessedAccount(phone.walletID)
            (known.sequenceNumber, known.counter) = (phone.sequenceNumber, phone.counter)
            let beacon = try await stage.test.beacon()
            for isFirst in [true, false] {
                stage.test.store.forgetCalls()
                #expect(await stage.test.refusal(of: try known.checkPIN(beacon)) == .unavailable)
                // Without a reservation no PIN is verified. Reading the account raises the alarm.
                #expect(stage.test.store.calls == (isFirst ? [.reserveKnown, .account] : [.account]))
                #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == restored)
            }
        }
        #expect(stage.witness.store.status.isBehind)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `accounts that the database removes itself are not reported as lost`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        let unused = try await stage.test.registeredPhone()
        var gone = try await stage.test.registeredPhone()
        try await stage.test.deregister(&gone)
        try await stage.advance(milliseconds: 86_400_000)
        try await stage.test.provider.removeExpired()
        await stage.stop()
        for phone in [unused, gone] { #expect(try await stage.stage.store.witnessedAccount(phone.walletID) == nil) }
        let findings = try await stage.compare(writes: false)
        #expect(findings.losses.isEmpty && findings.behind == 0 && findings.ahead == 0)
        try await stage.start()
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `a wallet deregistered at one server is not reported as lost by a different server`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var (gone, there) = (try await stage.test.registeredPhone(), try await stage.test.registeredPhone())
        #expect(try await stage.test.tryPIN(&gone, right: true) == nil)
        #expect(try await stage.test.tryPIN(&there, right: true) == nil)
        try await stage.withAnotherServer { other in
            try await stage.test.deregister(&gone)
            try await stage.advance(milliseconds: 86_400_000)
            try await stage.test.provider.removeExpired()
            for _ in 1...2 {
                let request = try gone.message(.walletStatus, try await other.beacon())
                #expect(await other.refusal(of: request) == .certificateRejected)
            }
            #expect(try await other.tryPIN(&there, right: true) == nil)
        }
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `right PINs and all other normal use are not reported as a loss`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        for change in Change.allCases where change != .solution {
            var phone = change == .registration ? TestPhone() : try await stage.test.phoneWithPID(of: change)
            try await happen(change, to: &phone, stage)
            await stage.stop()
            try await stage.start()
            #expect(try await !stage.compare(writes: false).isBehind)
        }
        await stage.stop()
    }
}

extension TestProvider {
    /// A phone with a PID, whose recovery code the provider knows if the change requires it.
    fileprivate func phoneWithPID(of change: RestoreTests.Change) async throws -> TestPhone {
        if change != .recoveryCode { return try await phoneWithPID(code: change.person) }
        var phone = try await registeredPhone()
        #expect(try await tryPIN(&phone, right: true) == nil)
        return phone
    }
}
