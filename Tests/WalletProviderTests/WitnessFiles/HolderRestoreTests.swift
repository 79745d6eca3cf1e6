// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider
import WitnessFiles

/// After the database is restored from a backup, all wallets of a revoked person are revoked again, even wallets whose revocation is in no
/// journal.
struct HolderRestoreTests {
    static let revoked = ProviderProblem.accountRevoked(reason: "admin_request", canRegisterNewWallet: false)

    /// Revokes directly in the store, like a provider that is killed before it writes to the journal.
    private func revokeUnseen(_ phone: TestPhone, _ stage: WitnessStage) async throws {
        let mark = try #require(try await stage.test.account(of: phone).recoveryCodeMark)
        #expect(try await !stage.stage.store.revokeWallets(withRecoveryCodeMark: mark).isEmpty)
    }

    /// Sends a message of a wallet, so that its state is recorded.
    private func come(_ phone: inout TestPhone, _ stage: WitnessStage) async throws {
        #expect(try await stage.test.tryPIN(&phone, right: true) == Self.revoked)
    }

    /// Restores the database, expects its rejection, and reconciles it.
    private func restore(_ stage: WitnessStage, finding losses: [WitnessedLoss: Int], behind: Int) async throws {
        await stage.stop()
        try await stage.restore()
        try await reconcile(stage, finding: losses, behind: behind)
    }

    private func reconcile(_ stage: WitnessStage, finding losses: [WitnessedLoss: Int], behind: Int) async throws {
        let rejection = await #expect(throws: Witness.Rejection.self) { try await stage.start() }
        guard case .behind(let findings)? = rejection else { return #expect(Bool(false), "not noticed") }
        for (loss, count) in losses { #expect(findings.losses[loss] == count, "\(loss)") }
        #expect(findings.behind == behind)
        #expect(try await stage.compare(writes: true) == findings)
        #expect(try await !stage.compare(writes: true).isBehind)
        try await stage.start()
    }

    /// Checks that none of these phones can unlock, no key is left, and a new wallet of the person is revoked, too.
    private func expectRevoked(_ phones: [TestPhone], _ code: String, _ stage: WitnessStage) async throws {
        for var phone in phones {
            try await come(&phone, stage)
            let account = try #require(try await stage.stage.store.witnessedAccount(phone.walletID))
            #expect(account.end?.reason == .recoveryCode)
            #expect(try await stage.stage.store.keys(of: phone.walletID, for: .credential).isEmpty)
        }
        var next = try await stage.test.registeredPhone()
        #expect(try await stage.test.disclose(code, from: &next) == Self.revoked)
        #expect(try await stage.test.status(of: &next) == .revoked(reason: "admin_request", canRegisterNewWallet: false))
    }

    @Test(arguments: StoreKind.installed, [0, 1, 2])
    func `a provider killed while recording the revocation leaves no person partially revoked`(
        _ kind: StoreKind, _ seen: Int
    ) async throws {
        let stage = try await WitnessStage(kind)
        var phones = [try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID()]
        var bystander = try await stage.test.phoneWithPID(code: "person 2")
        try await stage.backUp()
        try await revokeUnseen(phones[0], stage)
        try await come(&phones[seen], stage)
        try await restore(stage, finding: [.end: 3], behind: 3)
        try await expectRevoked(phones, "person 1", stage)
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `wallets registered or disclosed after the backup are revoked with the others`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var first = try await stage.test.phoneWithPID()
        var telling = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&telling, right: true) == nil)
        try await stage.backUp()
        #expect(try await stage.test.disclose("person 1", from: &telling) == nil)
        let registering = try await stage.test.phoneWithPID()
        try await revokeUnseen(first, stage)
        try await come(&first, stage)
        // The journals contain the other two wallets and their person, but not their end.
        try await restore(stage, finding: [.end: 2, .recoveryCode: 1, .registration: 1], behind: 3)
        try await expectRevoked([first, telling, registering], "person 1", stage)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `a backup from before the person's first wallet does not make the code usable again`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        var bystander = try await stage.test.registeredPhone()
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        try await stage.backUp()
        let phones = [try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID()]
        _ = try await stage.test.revoker.revokeHolder(of: phones[0].walletID, by: .portal)
        var next = try await stage.test.registeredPhone()
        #expect(try await stage.test.disclose("person 1", from: &next) == Self.revoked)
        try await restore(stage, finding: [.registration: 3], behind: 3)
        try await expectRevoked(phones + [next], "person 1", stage)
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `an active wallet beside a revoked one of the same person is detected and revoked, even without a record`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await WitnessStage(kind)
        let phones = [try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID()]
        var bystander = try await stage.test.phoneWithPID(code: "person 2")
        try await revokeUnseen(phones[0], stage)
        let sql = "UPDATE account SET state = 'active', revocation_reason = NULL, ended_at = NULL WHERE wallet_id ="
        try await stage.stage.run(["\(sql) '\(phones[1].walletID.text)'"])
        await stage.stop()
        try await reconcile(stage, finding: [.end: 1], behind: 1)
        try await expectRevoked(phones, "person 1", stage)
        #expect(try await stage.test.tryPIN(&bystander, right: true) == nil)
        await stage.stop()
    }

    @Test(arguments: StoreKind.installed)
    func `an interrupted and repeated reconciliation revokes all wallets, in any order`(_ kind: StoreKind) async throws {
        let stage = try await WitnessStage(kind)
        let phones = [try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID(), try await stage.test.phoneWithPID()]
        try await stage.backUp()
        _ = try await stage.test.revoker.revokeHolder(of: phones[0].walletID, by: .portal)
        let after = try await stage.stage.store.witnessedAccounts(after: nil, limit: 10)
        for broken in phones.indices {
            await stage.stop()
            try await stage.restore()
            // One wallet was written before the reconciliation was interrupted.
            let account = try #require(after.first { $0.walletID == phones[broken].walletID })
            let former = try await stage.stage.store.witnessedAccount(account.walletID)
            #expect(try await stage.stage.store.replace(former, by: account))
            try await reconcile(stage, finding: [.end: 2], behind: 2)
            let ends = try await stage.stage.store.witnessedAccounts(after: nil, limit: 10).map(\.end?.reason)
            #expect(ends == [.recoveryCode, .recoveryCode, .recoveryCode])
        }
        try await expectRevoked(phones, "person 1", stage)
        await stage.stop()
    }
}
