// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import GRDB
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderSQLite

struct SQLiteFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    var path: String { directory.path("accounts.sqlite") }

    func open() throws(AccountStoreError) -> SQLiteAccountStore {
        try SQLiteAccountStore(path: path, timeouts: .patient, clock: { Date(timeIntervalSince1970: 1) })
    }

    @Test func `accounts survive a restart`() async throws {
        let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
        let store = try open()
        _ = try await store.create(
            NewAccount(
                walletID: wallet, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3],
                revocationCodeMark: [4],
                requestHash: [UInt8](repeating: 5, count: 32), sequenceNumber: 1, assertionCounter: UInt32.max))
        try store.close()
        let account = try #require(try await open().account(of: wallet))
        #expect(account.assertionCounter == UInt32.max)
        #expect(account.createdAt == Timestamp(milliseconds: 1000))
    }

    @Test func `a database of a newer version is rejected and not changed`() throws {
        try open().close()
        let queue = try DatabaseQueue(path: path)
        let count = try queue.write { database in
            try database.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999')")
            return try Int.fetchOne(database, sql: "SELECT count(*) FROM grdb_migrations")
        }
        try queue.close()
        #expect(throws: AccountStoreError(.newerVersion, "")) { try open() }
        let again = try DatabaseQueue(path: path)
        #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM grdb_migrations") } == count)
    }

    @Test func `a file that is not a database is rejected and not changed`() throws {
        let garbage = [UInt8](repeating: 0x41, count: 5000)
        try directory.write(garbage, to: "accounts.sqlite")
        #expect(throws: AccountStoreError(.damaged, "")) { try open() }
        #expect(try directory.bytes("accounts.sqlite") == garbage)
    }

    @Test func `a missing directory is reported as an outage`() {
        #expect(throws: AccountStoreError(.unavailable, "")) {
            try SQLiteAccountStore(path: directory.path("nowhere/accounts.sqlite"), timeouts: .patient)
        }
    }

    @Test func `an invalid stored value is reported as damage and does not crash`() async throws {
        let store = try open()
        let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
        _ = try await store.create(
            NewAccount(
                walletID: wallet, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3],
                revocationCodeMark: [4],
                requestHash: [UInt8](repeating: 5, count: 32), sequenceNumber: 1, assertionCounter: 1))
        let queue = try DatabaseQueue(path: path)
        try await queue.write {
            try $0.execute(sql: "UPDATE account SET state = 'revoked', ended_at = 1, revocation_reason = 'no such reason'")
        }
        try queue.close()
        await #expect(throws: AccountStoreError(.damaged, "")) { try await store.account(of: wallet) }
    }

    // MARK: Guarantees of the statement itself

    let wallet = WalletID { [UInt8](repeating: 7, count: $0) }

    func message(_ number: Int64) -> MessageIdentity {
        MessageIdentity(walletID: wallet, sequenceNumber: number, assertionCounter: UInt32(number), requestHash: [1])
    }

    /// A store with an account that has sent message 2.
    func storeWithAccount() async throws -> SQLiteAccountStore {
        let store = try open()
        _ = try await store.create(
            NewAccount(
                walletID: wallet, deviceKind: .apple, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3],
                revocationCodeMark: [4],
                requestHash: [UInt8](repeating: 5, count: 32), sequenceNumber: 1, assertionCounter: 1))
        #expect(try await take(message(2), by: store))
        return store
    }

    func take(_ message: MessageIdentity, by store: SQLiteAccountStore) async throws -> Bool {
        try await store.accept(
            message, evenIfRevoked: false, pinVersion: nil, change: .none, answer: StoredAnswer(status: 200, body: []))
    }

    @Test func `a revoked account accepts neither an attempt nor a message`() async throws {
        let store = try await storeWithAccount()
        let queue = try DatabaseQueue(path: path)
        try await queue.write {
            try $0.execute(sql: "UPDATE account SET state = 'revoked', ended_at = 1, revocation_reason = 'user_request'")
        }
        try queue.close()
        #expect(try await store.reserveAttempt(for: message(3), pinVersion: 0, under: .standard) == nil)
        #expect(try await !take(message(3), by: store))
    }

    @Test func `two connections reserve only one attempt for one number`() async throws {
        let stores = [try await storeWithAccount(), try open()]
        let attempts = try await withThrowingTaskGroup(of: Int?.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await stores[number % 2].reserveAttempt(
                        for: message(3), pinVersion: 0, under: .standard)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(attempts.compactMap { $0 } == [1])
    }

    @Test func `a closed store is unavailable to every read and write`() async throws {
        let store = try await storeWithAccount()
        try store.close()
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await store.account(of: wallet) }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await store.keys(of: wallet, for: .credential) }
        await #expect(throws: AccountStoreError(.unavailable, "")) { try await take(message(3), by: store) }
    }

    @Test func `a read sees every write that was acknowledged before it`() async throws {
        let store = try await storeWithAccount()
        for number in 3...200 as ClosedRange<Int64> {
            #expect(try await take(message(number), by: store))
            #expect(try await store.account(of: wallet)?.sequenceNumber == number)
        }
    }

    @Test func `acknowledged data is in the files without closing`() async throws {
        let store = try await storeWithAccount()
        let copy = directory.path("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
        }
        #expect(try await SQLiteAccountStore(path: copy, timeouts: .patient).account(of: wallet)?.sequenceNumber == 2)
        _ = store
    }
}
