// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// The revocation of a person's wallets by their recovery code, in every account store.
struct HolderRevocationStoreTests {
    let mark = [UInt8](repeating: 7, count: 32)
    let otherMark = [UInt8](repeating: 8, count: 32)

    /// Registers a wallet with this number and a key, and discloses the code of an HMAC.
    func wallet(_ number: UInt8, disclosing mark: [UInt8]? = nil, on stage: StoreStage) async throws -> WalletID {
        let walletID = WalletID { [UInt8](repeating: number, count: $0) }
        #expect(try await stage.store.create(stage.newAccount(walletID, hash: number, mark: number)) == .created)
        #expect(try await take(2, .addKeys([stage.key(number)]), of: walletID, on: stage))
        if let mark { #expect(try await take(4, .rememberRecoveryCode(mark: mark), of: walletID, on: stage)) }
        return walletID
    }

    /// Accepts a message of a wallet with a change.
    func take(_ number: Int64, _ change: AccountChange, of walletID: WalletID, on stage: StoreStage) async throws -> Bool {
        try await stage.store.accept(
            message(number, of: walletID), evenIfRevoked: false, pinVersion: nil, change: change,
            answer: stage.answer)
    }

    func message(_ number: Int64, of walletID: WalletID) -> MessageIdentity {
        MessageIdentity(
            walletID: walletID, sequenceNumber: number, assertionCounter: UInt32(number), requestHash: [UInt8](repeating: 9, count: 32))
    }

    func state(_ walletID: WalletID, on stage: StoreStage) async throws -> AccountState? {
        try await stage.store.account(of: walletID)?.state
    }

    @Test(arguments: StoreKind.installed)
    func `all wallets with the code are revoked and no others, and a repetition keeps the time`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let held = [try await wallet(3, disclosing: mark, on: stage), try await wallet(2, disclosing: mark, on: stage)]
        let others = [try await wallet(4, disclosing: otherMark, on: stage), try await wallet(5, on: stage)]
        #expect(
            try await stage.store.wallets(withRecoveryCodeMark: mark) == held.reversed().map { HeldWallet(walletID: $0, revocation: nil) })
        let revocation = Revocation(reason: .recoveryCode, date: try await stage.now)
        for _ in 1...2 {
            let wallets = try await stage.store.revokeWallets(withRecoveryCodeMark: mark)
            #expect(wallets == held.reversed().map { HeldWallet(walletID: $0, revocation: revocation) })
            #expect(try await stage.store.wallets(withRecoveryCodeMark: mark) == wallets)
            try await stage.advance(milliseconds: 1000)
        }
        for walletID in held {
            #expect(try await state(walletID, on: stage) == .revoked(revocation))
            #expect(try await stage.store.keys(of: walletID, for: .credential).isEmpty)
            #expect(try await !take(6, .none, of: walletID, on: stage))
        }
        for walletID in others {
            #expect(try await state(walletID, on: stage) == .active)
            #expect(try await stage.store.keys(of: walletID, for: .credential).count == 1)
        }
    }

    @Test(arguments: StoreKind.installed, [false, true])
    func `a wallet that discloses the code later is revoked in the same step, by any instruction`(
        _ kind: StoreKind, _ byAttempt: Bool
    ) async throws {
        let stage = try await StoreStage(kind)
        _ = try await wallet(2, disclosing: mark, on: stage)
        _ = try await stage.store.revokeWallets(withRecoveryCodeMark: mark)
        try await stage.advance(milliseconds: 1000)
        let late = try await wallet(1, on: stage)
        let bystander = try await wallet(3, disclosing: otherMark, on: stage)
        if byAttempt {
            _ = try await stage.take(4)
            #expect(try await stage.reserve(5) == 1)
            #expect(
                try await stage.store.settleAttempt(
                    of: stage.message(5), as: .right(.rememberRecoveryCode(mark: mark)), pinVersion: 0, answer: stage.answer))
        } else {
            #expect(try await take(4, .rememberRecoveryCode(mark: mark), of: late, on: stage))
        }
        #expect(try await state(late, on: stage) == .revoked(Revocation(reason: .recoveryCode, date: try await stage.now)))
        #expect(try await stage.store.keys(of: late, for: .credential).isEmpty)
        #expect(try await stage.store.wallets(withRecoveryCodeMark: mark).count == 2)
        #expect(try await state(bystander, on: stage) == .active)
        #expect(try await stage.store.keys(of: bystander, for: .credential).count == 1)
    }

    @Test(arguments: StoreKind.installed, [RevocationReason.userRequest, .adminRequest, .solutionCompromised])
    func `a revocation of the person replaces an earlier reason but not its time, and no later reason replaces it`(
        _ kind: StoreKind, _ reason: RevocationReason
    ) async throws {
        let stage = try await StoreStage(kind)
        let walletID = try await wallet(1, disclosing: mark, on: stage)
        let first = try #require(try await stage.store.revoke(walletID, because: reason))
        try await stage.advance(milliseconds: 1000)
        let revocation = Revocation(reason: .recoveryCode, date: first.date)
        #expect(
            try await stage.store.revokeWallets(withRecoveryCodeMark: mark) == [HeldWallet(walletID: walletID, revocation: revocation)])
        #expect(try await stage.store.revoke(walletID, because: reason) == revocation)
        let account = try await stage.account()
        #expect(account.state == .revoked(revocation) && !account.canRegisterNewWallet(after: revocation))
    }

    @Test(arguments: StoreKind.installed)
    func `the code of no wallet, or of a deregistered wallet, revokes nothing and is not stored`(_ kind: StoreKind)
        async throws
    {
        let stage = try await StoreStage(kind)
        let gone = try await wallet(1, disclosing: mark, on: stage)
        #expect(try await take(6, .deregister, of: gone, on: stage))
        for unknown in [mark, otherMark, [], [7]] {
            #expect(try await stage.store.revokeWallets(withRecoveryCodeMark: unknown).isEmpty)
            #expect(try await stage.store.wallets(withRecoveryCodeMark: unknown).isEmpty)
        }
        #expect(try await state(gone, on: stage) == .deregistered)
        let next = try await wallet(2, disclosing: mark, on: stage)
        #expect(try await state(next, on: stage) == .active)
    }

    @Test(arguments: StoreKind.installed)
    func `the attestations of a person's present and later wallets are revoked with them`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let held = try await wallet(1, disclosing: mark, on: stage)
        let late = try await wallet(2, on: stage)
        for (walletID, number, candidate) in [(held, 6, 5), (late, 4, 6)] as [(WalletID, Int64, Int64)] {
            let outcome = try await stage.store.takeStatusEntry(
                StatusEntryRequest(
                    message: message(number, of: walletID), lifetime: 60_000, maximum: 1, candidates: [candidate]))
            #expect(outcome.entry?.entry == candidate)
        }
        _ = try await stage.store.revokeWallets(withRecoveryCodeMark: mark)
        #expect(try await stage.store.attestationStatuses(inList: 1)?.revoked == [5])
        #expect(try await take(6, .rememberRecoveryCode(mark: mark), of: late, on: stage))
        #expect(try await stage.store.attestationStatuses(inList: 1)?.revoked.sorted() == [5, 6])
    }
}
