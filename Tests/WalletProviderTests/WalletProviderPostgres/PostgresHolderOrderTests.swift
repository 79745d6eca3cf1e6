// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderPostgres

/// A person's revocation concurrent with a change of one of the wallets, in both orders of the row lock.
extension PostgresOrderTests {
    /// The wallet's change. Its row exists and has the code.
    static let changes: [(name: String, change: AccountChange)] = [
        ("a message", .none), ("new keys", .addKeys([StoreParty.key(1, .credential)])),
        ("a PIN change", .beginPINChange(sealedPINKey: [1])),
        ("a recovery", .beginRecovery(sealedPINKey: [1], keys: [StoreParty.key(2, .recovery)], lifetime: 9)),
        ("the code again", .rememberRecoveryCode(mark: [UInt8](repeating: 7, count: 32))),
        ("another code", .rememberRecoveryCode(mark: [UInt8](repeating: 8, count: 32))), ("a deregistration", .deregister),
    ]

    @Test(arguments: changes.indices, [true, false])
    func `a concurrent change and revocation leave no active wallet of the person`(_ index: Int, _ isChangeFirst: Bool) async throws {
        let (name, change) = Self.changes[index]
        let mark = [UInt8](repeating: 7, count: 32)
        try await site.database.run("UPDATE wallet_provider.account SET recovery_code_mark = decode(repeat('07', 32), 'hex')")
        let act: @Sendable () async throws -> Bool = { try await site.accept(3, change) }
        let revoke: @Sendable () async throws -> Bool = { try await !site.store.revokeWallets(withRecoveryCodeMark: mark).isEmpty }
        // By then the wallet has left this person, or has another recovery code.
        let isSpared = isChangeFirst && (name == "another code" || name == "a deregistration")
        if isChangeFirst {
            let (first, second) = try await inOrder(act, revoke)
            #expect(first && second != isSpared, "\(name)")
        } else {
            let (first, second) = try await inOrder(revoke, act)
            #expect(first && !second, "\(name)")
        }
        let state = try await site.store.account(of: site.party.wallet)?.state
        if isSpared {
            #expect(state == (name == "a deregistration" ? .deregistered : .active))
        } else {
            guard case .revoked(let revocation)? = state else { return #expect(Bool(false), "\(name)") }
            #expect(revocation.reason == .recoveryCode, "\(name)")
        }
        for purpose in [WalletKeyPurpose.credential, .recovery] { #expect(try await keys(purpose).isEmpty, "\(name)") }
    }

    @Test(arguments: [true, false])
    func `a wallet that the witness restores at the moment of its person's revocation is revoked`(_ isWitnessFirst: Bool) async throws {
        let (mark, other) = ([UInt8](repeating: 7, count: 32), WalletID { [UInt8](repeating: 9, count: $0) })
        #expect(try await site.store.create(site.party.newAccount(other, hash: 9, mark: 9)) == .created)
        try await site.database.run(
            "UPDATE wallet_provider.account SET recovery_code_mark = decode(repeat('07', 32), 'hex') WHERE wallet_id = '\(other.text)'")
        let former = try #require(try await site.store.witnessedAccount(site.party.wallet))
        var account = former
        account.recoveryCodeMark = mark
        account.sequenceNumber += 1
        let write: @Sendable () async throws -> Bool = { [account] in try await site.store.replace(former, by: account) }
        let revoke: @Sendable () async throws -> Bool = { try await !site.store.revokeWallets(withRecoveryCodeMark: mark).isEmpty }
        let (first, second) = try await isWitnessFirst ? inOrder(write, revoke) : inOrder(revoke, write)
        #expect(first && second)
        for walletID in [other, site.party.wallet] {
            #expect(try await site.store.witnessedAccount(walletID)?.end?.reason == .recoveryCode)
        }
    }
}

/// Placeholder values for parameters, before a stage exists.
enum StoreParty {
    static func key(_ number: UInt8, _ purpose: WalletKeyPurpose) -> WalletKey {
        WalletKey(
            id: WalletKeyID { [UInt8](repeating: number, count: $0) }, purpose: purpose, publicKey: [UInt8](repeating: number, count: 64),
            wrapped: [number])
    }
}
