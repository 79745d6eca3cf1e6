// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import GRDB
import TestEnvironment
import Testing
import WalletProvider

@testable import WalletProviderSQLite

/// Migration 9 replaces the table of messages by one whose ids grow with time and that has no index of times.
struct MessageMigrationTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private var path: String { directory.path("accounts.sqlite") }

    /// Messages of both accounts of `MigrationTests.version1`, not in the order of time.
    private static let messages = """
        INSERT INTO message VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 10, x'0D', 1200, 403, x'');
        INSERT INTO message VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 11, x'0E', 100, NULL, NULL);
        INSERT INTO message VALUES ('AgICAgICAgICAgICAgICAg', 1, x'0F', 950, 200, zeroblob(600));
        INSERT INTO message VALUES ('AgICAgICAgICAgICAgICAg', 9223372036854775807, x'', -5, 599, x'00');
        """

    /// Makes a database of an earlier version with six messages.
    ///
    /// - Parameter change: SQL that runs last, without checks of references.
    private func make(version: Int, then change: String = "") throws {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: MigrationTests.version1) }
        try Schema.migrator.migrate(queue, upTo: "\(version)")
        try queue.write { try $0.execute(sql: Self.messages + change) }
        try queue.close()
    }

    private func open(mayBeMoved: Bool = false) throws -> SQLiteAccountStore {
        try SQLiteAccountStore(path: path, timeouts: .patient, mayBeMoved: mayBeMoved)
    }

    private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read(body)
    }

    private func run(_ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        try queue.write { try $0.execute(sql: sql) }
    }

    /// All values of all messages.
    private var rows: [String] {
        get throws {
            try read {
                try String.fetchAll(
                    $0,
                    sql: """
                        SELECT wallet_id || ' ' || seq || ' ' || quote(request_hash) || ' ' || recorded_at || ' ' || quote(status)
                            || ' ' || quote(answer)
                        FROM message ORDER BY wallet_id, seq
                        """)
            }
        }
    }

    @Test(arguments: 1...8)
    func `all messages of every earlier version are kept, with ids that grow with time`(version: Int) throws {
        try make(version: version)
        let before = try rows
        try open().close()
        #expect(before.count == 6)
        #expect(try rows == before)
        #expect(try read { try Int.fetchAll($0, sql: "SELECT recorded_at FROM message ORDER BY id") } == [-5, 100, 900, 950, 950, 1200])
        #expect(try read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'message%'") } == ["message"])
    }

    @Test func `the new table refuses what the old one refused, and follows its account`() throws {
        try make(version: 8)
        try open().close()
        let columns = "INSERT INTO message (wallet_id, seq, request_hash, recorded_at, status, answer) VALUES"
        for values in [
            "('AQEBAQEBAQEBAQEBAQEBAQ', 10, x'0D', 1, NULL, NULL)", "('AwMDAwMDAwMDAwMDAwMDAw', 1, x'0D', 1, NULL, NULL)",
            "('AQEBAQEBAQEBAQEBAQEBAQ', 12, x'0D', 1, 200, NULL)", "('AQEBAQEBAQEBAQEBAQEBAQ', 12, x'0D', 1, NULL, x'00')",
            "('AQEBAQEBAQEBAQEBAQEBAQ', 12, NULL, 1, NULL, NULL)", "('AQEBAQEBAQEBAQEBAQEBAQ', 12, x'0D', 'soon', NULL, NULL)",
        ] {
            #expect(throws: DatabaseError.self, "\(values)") { try run("\(columns) \(values)") }
        }
        try run("\(columns) ('AQEBAQEBAQEBAQEBAQEBAQ', 12, x'0D', 1, NULL, NULL)")
        try run("DELETE FROM account WHERE wallet_id = 'AQEBAQEBAQEBAQEBAQEBAQ'")
        #expect(try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM message") } == 2)
    }

    @Test func `a migration that fails changes nothing`() throws {
        try make(version: 8, then: "INSERT INTO message VALUES ('AwMDAwMDAwMDAwMDAwMDAw', 1, x'', 1, NULL, NULL)")
        let before = try rows
        #expect(throws: AccountStoreError(.unavailable, "")) { try open() }
        #expect(try rows == before)
        #expect(
            try read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE name LIKE 'message%' ORDER BY name") }
                == ["message", "message_age"])
        #expect(try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM grdb_migrations") } == 8)
    }

    @Test func `a database whose accounts were moved still refuses writes, until its mark is removed`() throws {
        let triggers = AccountTable.allCases.flatMap { table in
            ["INSERT", "UPDATE", "DELETE"].map { act in
                """
                CREATE TRIGGER moved_\(table.rawValue)_\(act.lowercased()) BEFORE \(act) ON \(table.rawValue)
                BEGIN SELECT RAISE(ABORT, 'the accounts were moved to another database'); END;
                """
            }
        }
        try make(version: 8, then: (["CREATE TABLE account_move (id TEXT NOT NULL);"] + triggers).joined(separator: "\n"))
        #expect(throws: AccountStoreError(.moved, "")) { try open() }
        let before = try rows
        let store = try open(mayBeMoved: true)
        #expect(try rows == before)
        for act in [
            "DELETE FROM message", "UPDATE message SET seq = seq",
            "INSERT INTO message (wallet_id, seq, request_hash, recorded_at) VALUES ('AQEBAQEBAQEBAQEBAQEBAQ', 12, x'0D', 1)",
        ] {
            #expect(throws: DatabaseError.self, "\(act)") { try run(act) }
        }
        try store.removeMoveMark()
        try run("DELETE FROM message")
        #expect(try rows.isEmpty)
        try store.close()
    }
}
