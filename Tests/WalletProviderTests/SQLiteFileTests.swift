// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDB
import ProviderProtocol
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
        try SQLiteAccountStore(path: path)
    }

    @Test func `accounts outlive a restart`() async throws {
        let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
        let store = try open()
        _ = try await store.create(
            NewAccount(
                walletID: wallet, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3], revocationCodeMark: [4],
                requestHash: [UInt8](repeating: 5, count: 32), sequenceNumber: 1, assertionCounter: UInt32.max,
                createdAt: Timestamp(milliseconds: 6)))
        try store.close()
        let account = try #require(try await open().account(of: wallet))
        #expect(account.assertionCounter == UInt32.max)
        #expect(account.createdAt == Timestamp(milliseconds: 6))
    }

    @Test func `a database of a newer version is refused and not touched`() throws {
        try open().close()
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999')") }
        try queue.close()
        #expect(throws: AccountStoreError(.newerVersion, "")) { try open() }
        let again = try DatabaseQueue(path: path)
        #expect(try again.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM grdb_migrations") } == 2)
    }

    @Test func `a file that is no database is refused and not touched`() throws {
        let garbage = [UInt8](repeating: 0x41, count: 5000)
        try directory.write(garbage, to: "accounts.sqlite")
        #expect(throws: AccountStoreError(.damaged, "")) { try open() }
        #expect(try directory.bytes("accounts.sqlite") == garbage)
    }

    @Test func `a directory that is not there is an outage`() {
        #expect(throws: AccountStoreError(.unavailable, "")) { try SQLiteAccountStore(path: directory.path("nowhere/accounts.sqlite")) }
    }

    @Test func `a stored value that does not parse is damage, not a crash`() async throws {
        let store = try open()
        let wallet = WalletID { [UInt8](repeating: 1, count: $0) }
        _ = try await store.create(
            NewAccount(
                walletID: wallet, deviceKey: [UInt8](repeating: 2, count: 64), sealedPINKey: [3], revocationCodeMark: [4],
                requestHash: [UInt8](repeating: 5, count: 32), sequenceNumber: 1, assertionCounter: 1, createdAt: Timestamp(milliseconds: 6)
            ))
        let queue = try DatabaseQueue(path: path)
        try await queue.write { try $0.execute(sql: "UPDATE account SET state = 'revoked', revocation_reason = 'no such reason'") }
        try queue.close()
        await #expect(throws: AccountStoreError(.damaged, "")) { try await store.account(of: wallet) }
    }
}
