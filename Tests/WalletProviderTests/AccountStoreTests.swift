// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import ProviderProtocol
import Testing
import WalletProvider
import WalletProviderSQLite

/// What every account store must do; the ways to make one are the arguments.
struct AccountStoreTests {
    /// A kind of store and how to make an empty one.
    enum Kind: String, CaseIterable, Sendable {
        case sqlite

        func make(in directory: TemporaryDirectory) throws -> any AccountStore {
            switch self {
            case .sqlite: try SQLiteAccountStore(path: directory.path("accounts.sqlite"))
            }
        }
    }

    let directory: TemporaryDirectory
    let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
    let start = Timestamp(milliseconds: 1_000_000)
    let policy = PINRetryPolicy.standard

    init() throws {
        directory = try TemporaryDirectory()
    }

    func newAccount(_ walletID: WalletID? = nil, hash: UInt8 = 1, mark: UInt8 = 1) -> NewAccount {
        NewAccount(
            walletID: walletID ?? wallet, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3, 4],
            revocationCodeMark: [UInt8](repeating: mark, count: 32), requestHash: [UInt8](repeating: hash, count: 32), sequenceNumber: 1,
            assertionCounter: 1, createdAt: start)
    }

    func message(_ number: Int64, counter: UInt32? = nil) -> MessageIdentity {
        MessageIdentity(
            walletID: wallet, sequenceNumber: number, assertionCounter: counter ?? UInt32(number),
            requestHash: [UInt8](repeating: 9, count: 32))
    }

    let challenge = InstructionChallenge(instruction: .checkPIN, value: "c")
    let answer = StoredAnswer(status: 200, body: [1, 2])

    func issue(_ store: any AccountStore, _ number: Int64, counter: UInt32? = nil) async throws -> Bool {
        try await store.issue(
            challenge, expiringAt: start.advanced(byMilliseconds: 60_000), to: message(number, counter: counter), answer: answer, now: start
        )
    }

    @Test(arguments: Kind.allCases)
    func `an account is made once, and reads back`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        #expect(try await store.account(of: wallet) == nil)
        #expect(try await store.create(newAccount()) == .created)
        #expect(try await store.create(newAccount()) == .repeated)
        #expect(try await store.create(newAccount(hash: 2)) == .conflict)
        let account = try #require(try await store.account(of: wallet))
        #expect(account.deviceKey == newAccount().deviceKey)
        #expect(account.sealedPINKey == [3, 4])
        #expect(account.createdAt == start)
        #expect(account.attempts == 0)
        #expect(account.waitUntil == nil)
        #expect(!account.isUsed)
    }

    @Test(arguments: Kind.allCases)
    func `a challenge is only issued to a message that is newer in both counts`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        #expect(try await !issue(store, 2))
        _ = try await store.create(newAccount())
        #expect(try await !issue(store, 1))
        #expect(try await !issue(store, 2, counter: 1))
        #expect(try await !issue(store, 1, counter: 2))
        #expect(try await store.account(of: wallet)?.isUsed == false)
        #expect(try await issue(store, 2))
        #expect(try await !issue(store, 2))
        let account = try #require(try await store.account(of: wallet))
        #expect(account.isUsed)
        #expect(account.sequenceNumber == 2)
        #expect(account.assertionCounter == 2)
    }

    @Test(arguments: Kind.allCases)
    func `an attempt is reserved under one condition, and takes the challenge with it`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        _ = try await store.create(newAccount())
        _ = try await issue(store, 2)
        let wrongOnes: [(MessageIdentity, InstructionChallenge, Int64)] = [
            (message(2, counter: 3), challenge, 0), (message(3, counter: 2), challenge, 0),
            (message(3), InstructionChallenge(instruction: .checkPIN, value: "d"), 0),
            (message(3), InstructionChallenge(instruction: .challenge, value: "c"), 0), (message(3), challenge, 60_000),
        ]
        for (message, challenge, later) in wrongOnes {
            let now = start.advanced(byMilliseconds: later)
            #expect(try await store.reserveAttempt(for: message, answering: challenge, under: policy, now: now) == nil)
        }
        #expect(try await store.account(of: wallet)?.attempts == 0)
        #expect(try await store.reserveAttempt(for: message(3), answering: challenge, under: policy, now: start) == 1)
        #expect(try await store.reserveAttempt(for: message(4), answering: challenge, under: policy, now: start) == nil)
        #expect(try await store.message(of: wallet, sequenceNumber: 3, notBefore: start)?.answer == nil)
    }

    @Test(arguments: Kind.allCases)
    func `waits are set with the reservation, at the ends of rounds only`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        _ = try await store.create(newAccount())
        var now = start
        for attempt in 1...16 {
            let number = Int64(attempt * 10)
            _ = try await store.issue(
                challenge, expiringAt: now.advanced(byMilliseconds: 60_000), to: message(number), answer: answer, now: now)
            #expect(try await store.reserveAttempt(for: message(number + 1), answering: challenge, under: policy, now: now) == attempt)
            let wait = [4: 60_000, 8: 300_000, 12: 3_600_000][attempt].map { now.advanced(byMilliseconds: $0) }
            #expect(try await store.account(of: wallet)?.waitUntil == wait)
            guard let wait else { continue }
            // During the wait there are challenges, but no attempts.
            let almost = wait.advanced(byMilliseconds: -1)
            _ = try await store.issue(
                challenge, expiringAt: .init(milliseconds: .max), to: message(number + 2), answer: answer, now: almost)
            #expect(try await store.reserveAttempt(for: message(number + 3), answering: challenge, under: policy, now: almost) == nil)
            now = wait
        }
        _ = try await store.issue(challenge, expiringAt: now.advanced(byMilliseconds: 60_000), to: message(900), answer: answer, now: now)
        #expect(try await store.reserveAttempt(for: message(901), answering: challenge, under: policy, now: now) == nil)
    }

    @Test(arguments: Kind.allCases)
    func `only a right PIN gives the attempts back`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        _ = try await store.create(newAccount())
        _ = try await issue(store, 2)
        _ = try await store.reserveAttempt(for: message(3), answering: challenge, under: policy, now: start)
        try await store.settleAttempt(of: message(3), pinWasRight: false, answer: answer)
        #expect(try await store.account(of: wallet)?.attempts == 1)
        #expect(try await store.message(of: wallet, sequenceNumber: 3, notBefore: start)?.answer == answer)
        _ = try await issue(store, 4)
        _ = try await store.reserveAttempt(for: message(5), answering: challenge, under: policy, now: start)
        try await store.settleAttempt(of: message(5), pinWasRight: true, answer: answer)
        #expect(try await store.account(of: wallet)?.attempts == 0)
    }

    @Test(arguments: Kind.allCases)
    func `what is over is removed, and nothing else`(_ kind: Kind) async throws {
        let store = try kind.make(in: directory)
        let unused = WalletID { [UInt8](repeating: 5, count: $0) }
        _ = try await store.create(newAccount())
        _ = try await store.create(newAccount(unused, mark: 2))
        _ = try await issue(store, 2)
        try await store.removeExpired(messages: start, challenges: start, unusedAccounts: start.advanced(byMilliseconds: -1))
        #expect(try await store.message(of: wallet, sequenceNumber: 2, notBefore: start) != nil)
        #expect(try await store.account(of: unused) != nil)
        let later = start.advanced(byMilliseconds: 1)
        #expect(try await store.message(of: wallet, sequenceNumber: 2, notBefore: later) == nil)
        try await store.removeExpired(messages: later, challenges: start, unusedAccounts: start)
        #expect(try await store.message(of: wallet, sequenceNumber: 2, notBefore: start) == nil)
        #expect(try await store.account(of: unused) == nil)
        #expect(try await store.account(of: wallet) != nil)
        #expect(try await store.reserveAttempt(for: message(3), answering: challenge, under: policy, now: start) == 1)
    }
}
