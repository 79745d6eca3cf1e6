// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Foundation
import GRDB
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderSQLite

/// Migrates a database of version 1 to the current version.
struct MigrationTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    var path: String { directory.path("accounts.sqlite") }

    /// The statements of version 1.
    static let version1 = """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('1');
        CREATE TABLE account (
            wallet_id            TEXT PRIMARY KEY NOT NULL,
            state                TEXT NOT NULL CHECK (state IN ('active', 'revoked')),
            revocation_reason    TEXT CHECK ((revocation_reason IS NULL) = (state = 'active')),
            device_key           BLOB NOT NULL CHECK (length(device_key) = 64),
            sealed_pin_key       BLOB NOT NULL,
            revocation_code_mark BLOB NOT NULL UNIQUE,
            request_hash         BLOB NOT NULL CHECK (length(request_hash) = 32),
            created_at           INTEGER NOT NULL,
            is_used              INTEGER NOT NULL CHECK (is_used IN (0, 1)),
            seq                  INTEGER NOT NULL CHECK (seq >= 0),
            assertion_counter    INTEGER NOT NULL CHECK (assertion_counter BETWEEN 0 AND 4294967295),
            attempts             INTEGER NOT NULL CHECK (attempts >= 0),
            attempt_seq          INTEGER NOT NULL,
            wait_until           INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_unused ON account (created_at) WHERE is_used = 0;
        CREATE TABLE challenge (
            wallet_id   TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            instruction TEXT NOT NULL,
            value       TEXT NOT NULL,
            expires_at  INTEGER NOT NULL,
            PRIMARY KEY (wallet_id, instruction)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX challenge_expiry ON challenge (expires_at);
        CREATE TABLE message (
            wallet_id    TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
            seq          INTEGER NOT NULL,
            request_hash BLOB NOT NULL,
            recorded_at  INTEGER NOT NULL,
            status       INTEGER,
            answer       BLOB CHECK ((answer IS NULL) = (status IS NULL)),
            PRIMARY KEY (wallet_id, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX message_age ON message (recorded_at);

        INSERT INTO account VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 'active', NULL, zeroblob(64), x'0304', x'01', zeroblob(32), 500, 1, 9, 7, 4, 8, 90000);
        INSERT INTO account VALUES
            ('AgICAgICAgICAgICAgICAg', 'revoked', 'user_request', zeroblob(64), x'05', x'02', zeroblob(32), 600, 0, 1, 1, 0, 0, NULL);
        INSERT INTO challenge VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 'check_pin', 'c', 99999999);
        INSERT INTO message VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 8, x'0A', 900, 200, x'0B');
        INSERT INTO message VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 9, x'0C', 950, NULL, NULL);
        """

    /// A store on a file of version 1.
    func migrated() throws -> SQLiteAccountStore {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { try $0.execute(sql: Self.version1) }
        try queue.close()
        return try SQLiteAccountStore(path: path, timeouts: .patient, clock: { Date(timeIntervalSince1970: 1) })
    }

    let active = WalletID { [UInt8](repeating: 1, count: $0) }
    let revoked = WalletID { [UInt8](repeating: 2, count: $0) }

    @Test func `migration keeps accounts, their counters and waiting periods`() async throws {
        let store = try migrated()
        let account = try #require(try await store.account(of: active))
        #expect(account.state == .active)
        #expect(account.deviceKind == .apple)
        #expect(account.pin == AccountPIN(sealedKey: [3, 4], sealedNewKey: nil, version: 0))
        #expect(account.attempts == 4)
        #expect(account.waitUntil == Timestamp(milliseconds: 90_000))
        #expect(account.sequenceNumber == 9)
        #expect(account.assertionCounter == 7)
        #expect(account.createdAt == Timestamp(milliseconds: 500))
        #expect(account.isUsed)
        #expect(account.recovery == nil)
        #expect(account.recoveryCodeMark == nil)
    }

    @Test func `migration keeps a revocation and its reason`() async throws {
        let store = try migrated()
        guard case .revoked(let revocation) = try await store.account(of: revoked)?.state else {
            Issue.record("not revoked")
            return
        }
        #expect(revocation.reason == .userRequest)
        #expect(try await store.revoke(revoked, because: .adminRequest) == revocation)
        #expect(try await store.wallet(withRevocationCodeMark: [1]) == active)
    }

    @Test func `migration keeps recorded messages and drops challenges`() async throws {
        let store = try migrated()
        #expect(try await store.message(of: active, 8) == RecordedMessage(requestHash: [10], answer: StoredAnswer(status: 200, body: [11])))
        #expect(try await store.message(of: active, 9) == RecordedMessage(requestHash: [12], answer: nil))
        let message = MessageIdentity(walletID: active, sequenceNumber: 10, assertionCounter: 10, requestHash: [1])
        #expect(
            try await store.accept(
                message, evenIfRevoked: false, pinVersion: nil, change: .none, answer: StoredAnswer(status: 200, body: [])))
        try store.close()
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        let sql = try await queue.read { try String.fetchAll($0, sql: "SELECT sql FROM sqlite_master WHERE sql LIKE '%challenge%'") }
        #expect(sql.isEmpty)
    }

    @Test func `migrated tables have the same references as a new database`() async throws {
        let store = try migrated()
        try await store.removeExpired(answers: 10_000, unusedAccounts: 400)
        #expect(try await store.account(of: revoked) == nil)
        try store.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { database in
            try database.checkForeignKeys()
            try database.execute(sql: "DELETE FROM account")
            #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM message") == 0)
        }
        let names = try await queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") }
        try queue.close()
        let newPath = directory.path("new.sqlite")
        try SQLiteAccountStore(path: newPath, timeouts: .patient).close()
        let new = try DatabaseQueue(path: newPath)
        #expect(try await new.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master ORDER BY name") } == names)
        try new.close()
    }

    @Test func `opening a database a second time migrates nothing`() async throws {
        try migrated().close()
        let store = try SQLiteAccountStore(path: path, timeouts: .patient)
        #expect(try await store.account(of: active) != nil)
    }
}
