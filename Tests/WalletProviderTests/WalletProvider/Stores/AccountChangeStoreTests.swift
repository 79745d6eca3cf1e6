// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Changes of PIN keys, recoveries and users' keys in every account store.
struct AccountChangeStoreTests {
    /// Accepts a message with a change; the number before it stays unused.
    func accept(
        _ change: AccountChange, _ number: Int64, on stage: StoreStage, version: Int64? = nil, evenIfRevoked: Bool = false
    ) async throws -> Bool {
        try await stage.store.accept(
            stage.message(number + 1), evenIfRevoked: evenIfRevoked, pinVersion: version, change: change,
            answer: stage.answer)
    }

    /// Reserves and settles an attempt with a change.
    func settle(_ change: AccountChange, _ number: Int64, on stage: StoreStage, version: Int64) async throws -> Bool {
        #expect(try await stage.take(number))
        #expect(try await stage.reserve(number + 1, version: version) == 1)
        return try await stage.store.settleAttempt(
            of: stage.message(number + 1), as: .right(change), pinVersion: version, answer: stage.answer)
    }

    func stage(_ kind: StoreKind) async throws -> StoreStage {
        let stage = try await StoreStage(kind)
        #expect(try await stage.store.create(stage.newAccount()) == .created)
        return stage
    }

    @Test(arguments: StoreKind.installed)
    func `the check of a message changes nothing and fails once the message no longer fits`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        func fits(_ number: Int64, counter: UInt32? = nil) async throws -> Bool {
            try await stage.store.fits(stage.message(number, counter: counter))
        }
        #expect(try await stage.take(2))
        for _ in 1...2 { #expect(try await fits(3)) }
        #expect(try await stage.account().sequenceNumber == 2)
        #expect(try await !fits(2))
        #expect(try await !fits(3, counter: 2))
        #expect(try await stage.take(4))
        #expect(try await !fits(3))
        #expect(try await !fits(4))
        #expect(try await fits(5))
        _ = try await stage.store.revoke(stage.wallet, because: .userRequest)
        #expect(try await !fits(5))
    }

    @Test(arguments: StoreKind.installed)
    func `a PIN change starts, commits or rolls back, and the version increases each time`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await settle(.beginPINChange(sealedPINKey: [7]), 2, on: stage, version: 0))
        #expect(try await stage.account().pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: [7], version: 1))
        #expect(try await settle(.rollBackPINChange, 4, on: stage, version: 1))
        #expect(try await stage.account().pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 2))
        #expect(try await settle(.beginPINChange(sealedPINKey: [8]), 6, on: stage, version: 2))
        #expect(try await settle(.commitPINChange, 8, on: stage, version: 3))
        #expect(try await stage.account().pin == AccountPIN(sealedKey: [8], sealedNewKey: nil, version: 4))
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt or a message for an outdated version has no effect`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.take(2)
        #expect(try await stage.reserve(3) == 1)
        // A recovery begins while the attempt is in progress.
        #expect(try await accept(.beginRecovery(sealedPINKey: [9], keys: [], lifetime: 1000), 4, on: stage, version: 0))
        #expect(
            try await !stage.store.settleAttempt(
                of: stage.message(3), as: .right(.beginPINChange(sealedPINKey: [7])), pinVersion: 0, answer: stage.answer))
        #expect(try await stage.store.message(of: stage.wallet, 3)?.answer == nil)
        #expect(try await !accept(.completeRecovery, 6, on: stage, version: 0))
        let account = try await stage.account()
        #expect(account.pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 1))
        #expect(account.attempts == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `a recovery starts without other effects, replaces an earlier one, and completes`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await settle(.beginPINChange(sealedPINKey: [7]), 2, on: stage, version: 0))
        #expect(try await settle(.none, 4, on: stage, version: 1))
        #expect(try await stage.take(6))
        #expect(try await stage.reserve(7, version: 1) == 1)
        let credential = stage.key(1)
        #expect(try await accept(.addKeys([credential]), 8, on: stage))
        #expect(
            try await accept(
                .beginRecovery(sealedPINKey: [9], keys: [stage.key(2, .recovery)], lifetime: 1000), 10, on: stage, version: 1))
        #expect(
            try await accept(
                .beginRecovery(sealedPINKey: [10], keys: [stage.key(3, .recovery)], lifetime: 2000), 12, on: stage, version: 2))
        var account = try await stage.account()
        #expect(account.attempts == 1)
        #expect(account.pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: [7], version: 3))
        #expect(account.recovery?.sealedPINKey == [10])
        #expect(account.recovery?.expiresAt == (try await stage.now.advanced(byMilliseconds: 2000)))
        #expect(try await stage.store.keys(of: stage.wallet, for: .recovery) == [stage.key(3, .recovery)])

        #expect(try await accept(.completeRecovery, 14, on: stage, version: 3))
        account = try await stage.account()
        #expect(account.pin == AccountPIN(sealedKey: [10], sealedNewKey: nil, version: 4))
        #expect(account.attempts == 0)
        #expect(account.waitUntil == nil)
        #expect(account.recovery == nil)
        #expect(try await stage.store.keys(of: stage.wallet, for: .recovery).isEmpty)
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential) == [credential])
    }

    @Test(arguments: StoreKind.installed)
    func `an expired recovery is removed with its keys, a current recovery stays`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(
            try await accept(.beginRecovery(sealedPINKey: [9], keys: [stage.key(2, .recovery)], lifetime: 1000), 2, on: stage))
        #expect(try await accept(.addKeys([stage.key(1)]), 4, on: stage))
        try await stage.advance(milliseconds: 999)
        try await stage.store.removeExpired(answers: 600_000, unusedAccounts: 86_400_000)
        #expect(try await stage.account().recovery != nil)
        try await stage.advance(milliseconds: 1)
        #expect(try await stage.account().recovery != nil, "it is there until it is removed; its expiry says that it is over")
        try await stage.store.removeExpired(answers: 600_000, unusedAccounts: 86_400_000)
        #expect(try await stage.account().recovery == nil)
        #expect(try await stage.store.keys(of: stage.wallet, for: .recovery).isEmpty)
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential) == [stage.key(1)])
    }

    @Test(arguments: StoreKind.installed)
    func `either all keys are added or none, and only credential keys are deleted`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await accept(.addKeys([stage.key(1), stage.key(2)]), 2, on: stage))
        _ = try await stage.take(4)
        let isAccepted = try? await stage.store.accept(
            stage.message(5), evenIfRevoked: false, pinVersion: nil,
            change: .addKeys([stage.key(3), stage.key(1)]), answer: stage.answer)
        #expect(isAccepted != true)
        #expect(try await stage.account().sequenceNumber == 4)
        #expect(Set(try await stage.store.keys(of: stage.wallet, for: .credential)) == [stage.key(1), stage.key(2)])
        #expect(
            try await accept(.beginRecovery(sealedPINKey: [9], keys: [stage.key(9, .recovery)], lifetime: 1000), 6, on: stage))
        #expect(try await accept(.deleteKeys([stage.key(1).id, stage.key(5).id, stage.key(9).id]), 8, on: stage))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential) == [stage.key(2)])
        #expect(try await stage.store.keys(of: stage.wallet, for: .recovery) == [stage.key(9, .recovery)])
    }

    @Test(arguments: StoreKind.installed)
    func `the recovery code's HMAC is stored with the account`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        #expect(try await settle(.rememberRecoveryCode(mark: [5]), 2, on: stage, version: 0))
        #expect(try await stage.account().recoveryCodeMark == [5])
        #expect(try await stage.account().pin.version == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `deregistration removes keys and PIN keys, keeps the answer for its time, and accepts no more messages`(
        _ kind: StoreKind
    ) async throws {
        let stage = try await stage(kind)
        #expect(try await accept(.addKeys([stage.key(1)]), 2, on: stage))
        #expect(try await accept(.deregister, 4, on: stage))
        let account = try await stage.account()
        #expect(account.state == .deregistered)
        #expect(account.pin.sealedKey.isEmpty)
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
        #expect(try await stage.store.message(of: stage.wallet, 5)?.answer == stage.answer)
        for evenIfRevoked in [true, false] {
            let isAccepted = try await stage.store.accept(
                stage.message(6), evenIfRevoked: evenIfRevoked, pinVersion: nil, change: .none, answer: stage.answer)
            #expect(!isAccepted)
        }
        #expect(try await stage.store.create(stage.newAccount()) == .repeated)
        try await stage.advance(milliseconds: 10)
        try await stage.store.removeExpired(answers: 10, unusedAccounts: 86_400_000)
        #expect(try await stage.store.account(of: stage.wallet) != nil)
        try await stage.store.removeExpired(answers: 9, unusedAccounts: 86_400_000)
        #expect(try await stage.store.account(of: stage.wallet) == nil)
        #expect(try await stage.store.message(of: stage.wallet, 5) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `a message is accepted on one condition and uses its number`(_ kind: StoreKind) async throws {
        let stage = try await stage(kind)
        _ = try await stage.take(2)
        let wrongOnes: [(MessageIdentity, Int64?)] = [
            (stage.message(2, counter: 3), nil), (stage.message(1, counter: 3), nil), (stage.message(3, counter: 2), nil),
            (stage.message(3), 1),
        ]
        for (message, version) in wrongOnes {
            let isAccepted = try await stage.store.accept(
                message, evenIfRevoked: true, pinVersion: version,
                change: .none, answer: stage.answer)
            #expect(!isAccepted)
        }
        for expected in [true, false] {
            let isAccepted = try await stage.store.accept(
                stage.message(3), evenIfRevoked: false, pinVersion: 0, change: .none,
                answer: stage.answer)
            #expect(isAccepted == expected)
        }
    }
}
