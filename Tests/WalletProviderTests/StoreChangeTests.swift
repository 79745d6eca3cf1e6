// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// What every account store does with changes, keys, revocations and the audit log.
struct StoreChangeTests {
    /// A stage with an account; `accept` asks for challenges itself.
    struct Wallet {
        let stage: StoreStage
        private(set) var number: Int64 = 1
        let other = InstructionChallenge(instruction: .walletStatus, value: "w")

        init(_ kind: StoreKind) async throws {
            stage = try await StoreStage(kind)
            #expect(try await stage.store.create(stage.newAccount()) == .created)
        }

        /// Has a change made by a message that needs no PIN.
        mutating func accept(_ change: AccountChange, version: Int64? = nil, evenIfRevoked: Bool = false) async throws -> Bool {
            number += 2
            _ = try await stage.store.issue(
                other, lifetime: 60_000, evenIfRevoked: evenIfRevoked, to: stage.message(number - 1), answer: stage.answer)
            return try await stage.store.accept(
                stage.message(number), answering: other, evenIfRevoked: evenIfRevoked, pinVersion: version, change: change,
                answer: stage.answer)
        }

        /// Has a change made by a right PIN.
        mutating func settle(_ change: AccountChange, version: Int64 = 0) async throws -> Bool {
            number += 2
            _ = try await stage.issue(number - 1)
            _ = try await stage.reserve(number, version: version)
            return try await stage.store.settleAttempt(
                of: stage.message(number), as: .right(change), pinVersion: version, answer: stage.answer)
        }

        func keys(_ purpose: WalletKeyPurpose = .credential) async throws -> Set<WalletKey> {
            Set(try await stage.store.keys(of: stage.wallet, for: purpose))
        }
    }

    @Test(arguments: StoreKind.installed)
    func `a PIN change begins, and is committed or rolled back`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        #expect(try await wallet.settle(.beginPINChange(sealedPINKey: [7])))
        #expect(try await wallet.stage.account().pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: [7], version: 1))
        #expect(try await wallet.settle(.rollBackPINChange, version: 1))
        #expect(try await wallet.stage.account().pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 2))
        #expect(try await wallet.settle(.beginPINChange(sealedPINKey: [8]), version: 2))
        #expect(try await wallet.settle(.commitPINChange, version: 3))
        #expect(try await wallet.stage.account().pin == AccountPIN(sealedKey: [8], sealedNewKey: nil, version: 4))
        #expect(try await wallet.stage.account().attempts == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt of other PIN keys is not reserved, and its change not made`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        #expect(try await wallet.settle(.beginPINChange(sealedPINKey: [7])))
        #expect(try await !wallet.settle(.beginPINChange(sealedPINKey: [9])))
        let stage = wallet.stage
        _ = try await stage.issue(20)
        #expect(try await stage.reserve(21, version: 1) == 1)
        #expect(
            try await !stage.store.settleAttempt(
                of: stage.message(21), as: .right(.commitPINChange), pinVersion: 0, answer: stage.answer))
        #expect(try await stage.store.message(of: stage.wallet, 21)?.answer == nil)
        #expect(try await stage.account().attempts == 1)
        #expect(try await !wallet.accept(.none, version: 0))
    }

    @Test(arguments: StoreKind.installed)
    func `keys are added, listed by purpose, and deleted`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        let stage = wallet.stage
        #expect(try await wallet.settle(.addKeys([stage.key(1), stage.key(2), stage.key(3)])))
        #expect(try await wallet.keys() == [stage.key(1), stage.key(2), stage.key(3)])
        #expect(try await wallet.keys(.recovery).isEmpty)
        #expect(try await wallet.settle(.deleteKeys([stage.key(1).id, stage.key(9).id])))
        #expect(try await wallet.keys() == [stage.key(2), stage.key(3)])
        #expect(try await wallet.settle(.addKeys([])))
        #expect(try await wallet.settle(.deleteKeys([])))
        #expect(try await wallet.keys() == [stage.key(2), stage.key(3)])
    }

    @Test(arguments: StoreKind.installed)
    func `a key whose id is taken keeps the message from having any effect`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        let stage = wallet.stage
        #expect(try await wallet.accept(.addKeys([stage.key(1)])))
        let before = try await stage.account().sequenceNumber
        await #expect(throws: AccountStoreError.self) { try await wallet.accept(.addKeys([stage.key(2), stage.key(1)])) }
        #expect(try await stage.account().sequenceNumber == before + 1)
        #expect(try await stage.store.message(of: stage.wallet, before + 2) == nil)
        #expect(try await wallet.keys() == [stage.key(1)])
    }

    @Test(arguments: StoreKind.installed)
    func `a recovery changes nothing until it is completed`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        let stage = wallet.stage
        #expect(try await wallet.settle(.rememberRecoveryCode(mark: [5])))
        #expect(try await wallet.settle(.addKeys([stage.key(1)])))
        for number in 2...3 as ClosedRange<UInt8> {
            let change = AccountChange.beginRecovery(sealedPINKey: [number], keys: [stage.key(number, .recovery)], lifetime: 1000)
            #expect(try await wallet.accept(change))
        }
        _ = try await stage.issue(90)
        _ = try await stage.reserve(91, version: 2)
        var account = try await stage.account()
        #expect(account.recovery == PINRecovery(sealedPINKey: [3], expiresAt: try await stage.now.advanced(byMilliseconds: 1000)))
        #expect(account.recoveryCodeMark == [5])
        #expect(account.pin.sealedKey == [3, 4])
        #expect(account.attempts == 1)
        #expect(try await wallet.keys(.recovery) == [stage.key(3, .recovery)])

        _ = try await stage.issue(92, for: wallet.other)
        #expect(
            try await stage.store.accept(
                stage.message(93), answering: wallet.other, evenIfRevoked: false, pinVersion: 2, change: .completeRecovery,
                answer: stage.answer))
        account = try await stage.account()
        #expect(account.pin == AccountPIN(sealedKey: [3], sealedNewKey: nil, version: 3))
        #expect(account.recovery == nil)
        #expect(account.attempts == 0)
        #expect(try await wallet.keys(.recovery).isEmpty)
        #expect(try await wallet.keys() == [stage.key(1)])
    }

    @Test(arguments: StoreKind.installed)
    func `a recovery that is over goes with its keys, and one that is not stays`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        let stage = wallet.stage
        #expect(try await wallet.accept(.addKeys([stage.key(1)])))
        #expect(
            try await wallet.accept(.beginRecovery(sealedPINKey: [2], keys: [stage.key(2, .recovery)], lifetime: 1000)))
        try await stage.advance(milliseconds: 999)
        try await stage.store.removeExpired(answers: 60_000, unusedAccounts: 0)
        #expect(try await stage.account().recovery != nil)
        #expect(try await wallet.keys(.recovery).count == 1)
        try await stage.advance(milliseconds: 1)
        try await stage.store.removeExpired(answers: 60_000, unusedAccounts: 0)
        #expect(try await stage.account().recovery == nil)
        #expect(try await wallet.keys(.recovery).isEmpty)
        #expect(try await wallet.keys() == [stage.key(1)])
    }

    @Test(arguments: StoreKind.installed)
    func `a deregistered account takes nothing more, and goes when its answers go`(_ kind: StoreKind) async throws {
        var wallet = try await Wallet(kind)
        let stage = wallet.stage
        #expect(try await wallet.accept(.addKeys([stage.key(1)])))
        #expect(try await wallet.accept(.deregister))
        #expect(try await stage.account().state == .deregistered)
        #expect(try await wallet.keys().isEmpty)
        #expect(try await stage.store.message(of: stage.wallet, wallet.number)?.answer == stage.answer)
        #expect(try await !wallet.accept(.none, evenIfRevoked: true))
        #expect(try await !wallet.settle(.addKeys([stage.key(2)]), version: 1))
        #expect(try await stage.store.wallet(withRevocationCodeMark: stage.newAccount().revocationCodeMark) == nil)
        #expect(try await stage.store.revoke(stage.wallet, because: .adminRequest) == nil)
        #expect(try await stage.store.create(stage.newAccount()) == .repeated)
        try await stage.advance(milliseconds: 10)
        try await stage.store.removeExpired(answers: 10, unusedAccounts: 1)
        #expect(try await stage.store.account(of: stage.wallet) != nil)
        try await stage.advance(milliseconds: 1)
        try await stage.store.removeExpired(answers: 10, unusedAccounts: 1)
        #expect(try await stage.store.account(of: stage.wallet) == nil)
    }
}
