// SPDX-License-Identifier: EUPL-1.2

import ProviderProtocol
import Testing
import WalletProvider

/// Two replicas on one database: of concurrent calls one comes first, and the other is judged by its result.
struct StoreConcurrencyTests {
    typealias Store = any AccountStore & AuditStore

    /// One of many wallets with its messages.
    struct Party: Sendable {
        let walletID: WalletID
        let mark: UInt8
        let stage: StoreStage

        init(_ number: UInt8, on stage: StoreStage) {
            walletID = WalletID { [UInt8](repeating: number, count: $0) }
            mark = number
            self.stage = stage
        }

        func message(_ number: Int64, hash: UInt8 = 9) -> MessageIdentity {
            MessageIdentity(
                walletID: walletID, sequenceNumber: number, assertionCounter: UInt32(number),
                requestHash: [UInt8](repeating: hash, count: 32))
        }

        /// Registers, and sends message 2.
        func begin() async throws {
            #expect(try await stage.store.create(stage.newAccount(walletID, mark: mark)) == .created)
            #expect(try await take(2, by: stage.store))
        }

        func take(_ number: Int64, by store: Store) async throws -> Bool { try await accept(number, .none, by: store) }

        func accept(_ number: Int64, _ change: AccountChange, by store: Store) async throws -> Bool {
            try await store.accept(
                message(number), evenIfRevoked: false, pinVersion: nil, change: change, answer: stage.answer)
        }
    }

    /// Runs a function many times concurrently, alternating between the two stores.
    func many<Value: Sendable>(
        _ count: Int, on stage: StoreStage, _ body: @escaping @Sendable (Int, Store) async throws -> Value
    ) async throws -> [Value] {
        let stores = [stage.store, try await stage.stores.open()]
        return try await withThrowingTaskGroup(of: Value.self) { group in
            for number in 0..<count { group.addTask { try await body(number, stores[number % 2]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test(arguments: StoreKind.installed)
    func `of concurrent attempts with the same number only one is reserved`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        _ = try await stage.take(2)
        let attempts = try await many(40, on: stage) { number, store in
            try await store.reserveAttempt(
                for: stage.message(3, counter: UInt32(number + 3)), pinVersion: 0, under: stage.policy)
        }
        #expect(attempts.compactMap { $0 } == [1])
        #expect(try await stage.account().attempts == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `guesses with different numbers stop at the end of the round`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        _ = try await stage.store.create(stage.newAccount())
        let attempts = try await many(40, on: stage) { number, store -> Int? in
            try await store.reserveAttempt(for: stage.message(Int64(number + 2)), pinVersion: 0, under: stage.policy)
        }
        let counted = attempts.compactMap { $0 }.sorted()
        #expect(counted == Array(1...4).prefix(counted.count).map { $0 })
        #expect(try await stage.account().attempts == counted.count)
    }

    @Test(arguments: StoreKind.installed)
    func `of concurrent messages with the same number only one is accepted`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let party = Party(1, on: stage)
        try await party.begin()
        let taken = try await many(20, on: stage) { _, store in try await party.take(3, by: store) }
        #expect(taken.count { $0 } == 1)
        let accepted = try await many(20, on: stage) { _, store in try await party.accept(4, .none, by: store) }
        #expect(accepted.count { $0 } == 1)
    }

    @Test(arguments: StoreKind.installed)
    func `concurrent registrations of one wallet create one account`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let same = try await many(20, on: stage) { _, store in try await store.create(stage.newAccount()) }
        #expect(same.count { $0 == .created } == 1)
        #expect(same.count { $0 == .repeated } == 19)
        let other = WalletID { [UInt8](repeating: 2, count: $0) }
        let different = try await many(20, on: stage) { number, store in
            try await store.create(stage.newAccount(other, hash: UInt8(number), mark: 2))
        }
        #expect(different.count { $0 == .created } == 1)
        #expect(different.count { $0 == .conflict } == 19)
    }

    @Test(arguments: StoreKind.installed)
    func `after a right PIN and a later attempt, the count of the later attempt is kept`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        for number in 1...10 as ClosedRange<UInt8> {
            let party = Party(number, on: stage)
            try await party.begin()
            @Sendable func reserve(_ number: Int64, by store: Store) async throws -> Int? {
                try await store.reserveAttempt(
                    for: party.message(number), pinVersion: 0, under: stage.policy)
            }
            #expect(try await reserve(3, by: stage.store) == 1)
            #expect(try await party.take(4, by: stage.store))
            let attempts = try await many(2, on: stage) { number, store -> Int? in
                guard number == 0 else { return try await reserve(5, by: store) }
                _ = try await store.settleAttempt(of: party.message(3), as: .right(.none), pinVersion: 0, answer: nil)
                return nil
            }
            let attempt = attempts.compactMap { $0 }
            #expect(attempt == [1] || attempt == [2])
            #expect(try await stage.store.account(of: party.walletID)?.attempts == attempt.first)
        }
    }

    @Test(arguments: StoreKind.installed)
    func `an account used during its removal either exists and is used, or is removed`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let parties = (1...30).map { Party($0, on: stage) }
        for party in parties { _ = try await stage.store.create(stage.newAccount(party.walletID, mark: party.mark)) }
        let used = try await many(60, on: stage) { number, store -> Set<UInt8> in
            guard number < parties.count else {
                try await store.removeExpired(answers: 60_000, unusedAccounts: 0)
                return []
            }
            return try await parties[number].take(2, by: store) ? [parties[number].mark] : []
        }.reduce(into: Set()) { $0.formUnion($1) }
        for party in parties {
            let account = try await stage.store.account(of: party.walletID)
            #expect(account?.isUsed == (used.contains(party.mark) ? true : nil))
        }
    }

    @Test(arguments: StoreKind.installed, [true, false])
    func `an account that ends while keys are added keeps no keys`(_ kind: StoreKind, byRevocation: Bool) async throws {
        let stage = try await StoreStage(kind)
        let parties = (1...30).map { Party($0, on: stage) }
        for party in parties { try await party.begin() }
        _ = try await many(60, on: stage) { number, store in
            let party = parties[number / 2]
            if number % 2 == 0 {
                _ = try await party.accept(3, .addKeys([stage.key(party.mark)]), by: store)
            } else if byRevocation {
                #expect(try await store.revoke(party.walletID, because: .adminRequest) != nil)
            } else {
                #expect(try await party.accept(4, .deregister, by: store))
            }
        }
        for party in parties {
            #expect(try await stage.store.account(of: party.walletID)?.state != .active)
            #expect(try await stage.store.keys(of: party.walletID, for: .credential).isEmpty)
        }
    }

    @Test(arguments: StoreKind.installed)
    func `if the solution is revoked while keys are added, no keys are left`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let parties = (1...30).map { Party($0, on: stage) }
        for party in parties { try await party.begin() }
        let dates = try await many(62, on: stage) { number, store -> Revocation? in
            // Two replicas revoke the solution in between.
            if number == 20 || number == 21 { return try await store.revokeSolution() }
            let party = parties[(number < 20 ? number : number - 2) % 30]
            if number < 32 {
                _ = try await party.accept(3, .addKeys([stage.key(party.mark)]), by: store)
            } else {
                _ = try await party.accept(5, .addKeys([stage.key(party.mark + 100)]), by: store)
            }
            return nil
        }
        #expect(Set(dates.compactMap { $0 }).count == 1)
        for party in parties {
            #expect(try await stage.store.keys(of: party.walletID, for: .credential).isEmpty)
        }
    }

    @Test(arguments: StoreKind.installed)
    func `of concurrent recoveries only one stays, with its own keys`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        for number in 1...10 as ClosedRange<UInt8> {
            let party = Party(number, on: stage)
            try await party.begin()
            _ = try await many(8, on: stage) { strand, store in
                let key = UInt8(strand)
                return try await party.accept(
                    Int64(strand + 3), .beginRecovery(sealedPINKey: [key], keys: [stage.key(key, .recovery)], lifetime: 1000), by: store)
            }
            let recovery = try await stage.store.account(of: party.walletID)?.recovery
            let keys = try await stage.store.keys(of: party.walletID, for: .recovery)
            #expect(keys.map(\.wrapped) == (recovery.map { [$0.sealedPINKey] } ?? []))
        }
    }

    @Test(arguments: StoreKind.installed)
    func `concurrent audit records get unique numbers without gaps`(_ kind: StoreKind) async throws {
        let stage = try await StoreStage(kind)
        let added = try await many(20, on: stage) { number, store -> Int in
            while true {
                let last = try await store.lastAuditRecord()?.number ?? 0
                let record = AuditRecord(
                    number: last + 1, entry: [UInt8(number)], hash: [UInt8](repeating: 1, count: 32), seal: [UInt8](repeating: 2, count: 32)
                )
                if try await store.append(record) { return number }
            }
        }
        let records = try await stage.store.auditRecords(after: 0, limit: 100)
        #expect(records.map(\.number) == Array(1...20))
        #expect(Set(records.map(\.entry)) == Set(added.map { [UInt8($0)] }))
    }
}
