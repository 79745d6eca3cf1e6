// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// A witness writes an account with a recovery code, in every account store. A wallet with a revoked code stays revoked, whatever
/// its row was before.
struct HolderReplaceTests {
    /// The wallet's row before the write.
    enum Before: String, CaseIterable, Sendable {
        case missing, withoutCode, withAnotherCode, withTheCode, revokedWithTheCode
    }

    let stores = HolderRevocationStoreTests()
    let wallet = WalletID { [UInt8](repeating: 1, count: $0) }

    /// Creates the wallet with its key as described by `before`. If `isRevoked`, a different wallet with the same code has been revoked.
    ///
    /// - Returns: the account as a witness reads it; nil if it is missing.
    private func prepare(_ before: Before, _ isRevoked: Bool, on stage: StoreStage) async throws -> WitnessedAccount? {
        let mark: [UInt8]? =
            switch before {
            case .missing, .withoutCode: nil
            case .withAnotherCode: stores.otherMark
            case .withTheCode, .revokedWithTheCode: stores.mark
            }
        _ = try await stores.wallet(2, disclosing: stores.mark, on: stage)
        _ = try await stores.wallet(1, disclosing: mark, on: stage)
        if isRevoked || before == .revokedWithTheCode { _ = try await stage.store.revokeWallets(withRecoveryCodeMark: stores.mark) }
        switch before {
        case .withTheCode where isRevoked: try await stage.run(["\(Self.reviving) '\(wallet.text)'"])
        case .revokedWithTheCode where !isRevoked:
            try await stage.run(["\(Self.reviving) '\(WalletID { [UInt8](repeating: 2, count: $0) }.text)'"])
        case .missing:
            try await stage.run(["message", "wallet_key", "account"].map { "DELETE FROM \($0) WHERE wallet_id = '\(wallet.text)'" })
        default: break
        }
        return try await stage.store.witnessedAccount(wallet)
    }

    /// A change that happens only in a manipulated database.
    private static let reviving = "UPDATE account SET state = 'active', revocation_reason = NULL, ended_at = NULL WHERE wallet_id ="

    /// An active account with the code, newer than all others.
    private func later(on stage: StoreStage) async throws -> WitnessedAccount {
        var account = try #require(try await stage.store.witnessedAccount(WalletID { [UInt8](repeating: 2, count: $0) }))
        account.registration = WitnessedAccount.Registration(
            walletID: wallet, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64),
            revocationCodeMark: [UInt8](repeating: 1, count: 32), requestHash: [UInt8](repeating: 1, count: 32),
            createdAt: account.registration.createdAt)
        account.end = nil
        account.recoveryCodeMark = stores.mark
        account.sequenceNumber = 100
        return account
    }

    @Test(arguments: StoreKind.installed, Before.allCases.flatMap { [($0, true), ($0, false)] })
    func `an account written as active is revoked exactly if a wallet with its code was revoked`(
        _ kind: StoreKind, _ row: (before: Before, isRevoked: Bool)
    ) async throws {
        let stage = try await StoreStage(kind)
        let former = try await prepare(row.before, row.isRevoked, on: stage)
        try await stage.advance(milliseconds: 1000)
        let account = try await later(on: stage)
        #expect(try await stage.store.replace(former, by: account))
        let written = try #require(try await stage.store.witnessedAccount(wallet))
        #expect(written.recoveryCodeMark == stores.mark && written.sequenceNumber == 100)
        let isRevoked = row.isRevoked || row.before == .revokedWithTheCode
        #expect(written.end == (isRevoked ? .init(reason: .recoveryCode, date: try await stage.now) : nil))
        let keys = try await stage.store.keys(of: wallet, for: .credential)
        #expect(keys.count == (isRevoked || row.before == .missing || row.before == .withTheCode && row.isRevoked ? 0 : 1))
        let held = try await stage.store.wallets(withRecoveryCodeMark: stores.mark)
        #expect(held.count == 2)
    }

    @Test(arguments: StoreKind.installed)
    func `an account that already exists is left unchanged with its keys`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let former = try await prepare(.withoutCode, true, on: stage)
        #expect(try await !stage.store.replace(nil, by: later(on: stage)))
        #expect(try await stage.store.witnessedAccount(wallet) == former)
        #expect(try await stage.store.keys(of: wallet, for: .credential).count == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `an account with its own end is stored as written`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let former = try await prepare(.withoutCode, true, on: stage)
        var account = try await later(on: stage)
        account.end = WitnessedAccount.End(reason: .userRequest, date: Timestamp(milliseconds: 5))
        #expect(try await stage.store.replace(former, by: account))
        #expect(try await stage.store.witnessedAccount(wallet)?.end == account.end)
        account.end = WitnessedAccount.End(reason: nil, date: Timestamp(milliseconds: 5))
        let written = try await stage.store.witnessedAccount(wallet)
        #expect(try await stage.store.replace(written, by: account))
        #expect(try await stage.store.witnessedAccount(wallet)?.end == account.end)
        #expect(try await stage.store.keys(of: wallet, for: .credential).isEmpty)
    }
}
