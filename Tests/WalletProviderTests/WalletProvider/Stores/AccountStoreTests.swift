// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Registrations and attempts in every account store.
struct AccountStoreTests {
    @Test(arguments: StoreKind.installed)
    func `an account is created once and read back unchanged`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let (store, wallet) = (stage.store, stage.wallet)
        #expect(try await store.account(of: wallet) == nil)
        #expect(try await store.create(stage.newAccount()) == .created)
        #expect(try await store.create(stage.newAccount()) == .repeated)
        #expect(try await store.create(stage.newAccount(hash: 2)) == .conflict)
        let account = try await stage.account()
        #expect(account.deviceKey == stage.newAccount().deviceKey)
        #expect(account.deviceKind == .apple)
        #expect(account.pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 0))
        #expect(account.createdAt == (try await stage.now))
        #expect(account.readAt == (try await stage.now))
        #expect(account.state == .active)
        #expect(account.attempts == 0)
        #expect(account.waitUntil == nil)
        #expect(account.recovery == nil)
        #expect(account.recoveryCodeMark == nil)
        #expect(!account.isUsed)
    }

    @Test(arguments: StoreKind.installed)
    func `only a message with a higher number and counter is accepted, and it marks the account as used`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        #expect(try await !stage.take(2))
        _ = try await stage.store.create(stage.newAccount())
        #expect(try await !stage.take(1))
        #expect(try await !stage.take(2, counter: 1))
        #expect(try await !stage.take(1, counter: 2))
        #expect(try await !stage.account().isUsed)
        #expect(try await stage.take(2))
        #expect(try await !stage.take(2))
        let account = try await stage.account()
        #expect(account.isUsed)
        #expect(account.sequenceNumber == 2)
        #expect(account.assertionCounter == 2)
    }

    @Test(arguments: StoreKind.installed)
    func `a device without a counter is judged by the sequence number only`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount(kind: .android))
        let message = MessageIdentity(walletID: stage.wallet, sequenceNumber: 2, assertionCounter: nil, requestHash: [1])
        func take() async throws -> Bool {
            try await stage.store.accept(message, evenIfRevoked: false, pinVersion: nil, change: .none, answer: stage.answer)
        }
        #expect(try await take())
        #expect(try await !take())
        #expect(try await stage.account().assertionCounter == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `an attempt is reserved only if its condition holds, and uses the sequence number`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        _ = try await stage.take(2)
        let wrongOnes: [(MessageIdentity, Int64)] = [
            (stage.message(2, counter: 3), 0), (stage.message(1, counter: 3), 0), (stage.message(3, counter: 2), 0), (stage.message(3), 1),
        ]
        for (message, version) in wrongOnes {
            let attempt = try await stage.store.reserveAttempt(for: message, pinVersion: version, under: stage.policy)
            #expect(attempt == nil)
        }
        #expect(try await stage.account().attempts == 0)
        #expect(try await stage.reserve(3) == 1)
        #expect(try await stage.reserve(3) == nil)
        #expect(try await stage.store.message(of: stage.wallet, 3) != nil)
        #expect(try await stage.store.message(of: stage.wallet, 3)?.answer == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `waiting periods are stored with the reservation, only at the ends of rounds`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        for attempt in 1...16 {
            let number = Int64(attempt * 10)
            _ = try await stage.take(number)
            #expect(try await stage.reserve(number + 1) == attempt)
            let length: Int64? = [4: 60_000, 8: 300_000, 12: 3_600_000][attempt]
            let wait = try await stage.account().waitUntil
            #expect(wait == (try await length.map(stage.now.advanced(byMilliseconds:))))
            guard let length else { continue }
            // During the waiting period, other messages are accepted but no attempts are reserved.
            try await stage.advance(milliseconds: length - 1)
            #expect(try await stage.take(number + 2))
            #expect(try await stage.reserve(number + 3) == nil)
            try await stage.advance(milliseconds: 1)
        }
        _ = try await stage.take(900)
        #expect(try await stage.reserve(901) == nil)
    }

    @Test(arguments: StoreKind.installed)
    func `only a right PIN returns the attempts, except attempts reserved after it`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        func settle(_ number: Int64, _ outcome: AttemptOutcome) async throws -> Bool {
            try await stage.store.settleAttempt(of: stage.message(number), as: outcome, pinVersion: 0, answer: stage.answer)
        }
        _ = try await stage.take(2)
        _ = try await stage.reserve(3)
        #expect(try await settle(3, .wrong))
        #expect(try await stage.account().attempts == 1)
        #expect(try await stage.store.message(of: stage.wallet, 3)?.answer == stage.answer)
        _ = try await stage.take(4)
        _ = try await stage.reserve(5)
        _ = try await stage.take(6)
        _ = try await stage.reserve(7)
        #expect(try await settle(5, .right(.none)))
        #expect(try await stage.account().attempts == 3)
        #expect(try await !settle(5, .right(.addKeys([stage.key(1)]))))
        #expect(try await stage.store.keys(of: stage.wallet, for: .credential).isEmpty)
        #expect(try await settle(7, .right(.none)))
        #expect(try await stage.account().attempts == 0)
    }

    @Test(arguments: StoreKind.installed)
    func `expired data is removed, and nothing else`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let (store, wallet) = (stage.store, stage.wallet)
        let unused = WalletID { [UInt8](repeating: 5, count: $0) }
        _ = try await store.create(stage.newAccount())
        _ = try await store.create(stage.newAccount(unused, mark: 2))
        _ = try await stage.take(2)
        try await stage.advance(milliseconds: 10)
        try await store.removeExpired(answers: 10, unusedAccounts: 11)
        #expect(try await store.message(of: wallet, 2, within: 10) != nil)
        #expect(try await store.message(of: wallet, 2, within: 9) == nil)
        #expect(try await store.account(of: unused) != nil)
        try await store.removeExpired(answers: 9, unusedAccounts: 10)
        #expect(try await store.message(of: wallet, 2) == nil)
        #expect(try await store.account(of: unused) == nil)
        #expect(try await store.account(of: wallet) != nil)
        #expect(try await stage.reserve(3) == 1)
    }
}
