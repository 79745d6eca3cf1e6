// SPDX-License-Identifier: EUPL-1.2

import GRDB
import SessionStoreChecks
import TestEnvironment
import Testing
import WalletVerifier
import WalletVerifierSQLite

@Suite("The SQLite store of sessions")
struct SQLiteSessionStoreTests {
    @Test("It keeps the promises of every store", arguments: SessionStoreChecks.all)
    func promises(_ check: SessionStoreChecks.Check) async throws {
        try await TemporaryDirectory.with { directory in
            let store = try SQLiteSessionStore(path: directory.path("sessions.sqlite"), lock: .seconds(60))
            try await check.run(store)
            try store.close()
        }
    }

    @Test("What was written is there after a restart")
    func restart() async throws {
        try await TemporaryDirectory.with { directory in
            let session = SessionStoreChecks.session(1)
            let first = try SQLiteSessionStore(path: directory.path("sessions.sqlite"), lock: .seconds(60))
            _ = try await first.add(session, openAtMost: 1, at: SessionStoreChecks.now)
            try first.close()
            let second = try SQLiteSessionStore(path: directory.path("sessions.sqlite"), lock: .seconds(60))
            #expect(try await second.session(.page(session.pageKey)) == session)
            try second.close()
        }
    }

    @Test("A file that is no database of this program, or of a newer version, is refused")
    func refused() async throws {
        try await TemporaryDirectory.with { directory in
            try directory.write(Array("not a database, but long enough to be one".utf8), to: "text")
            #expect(throws: SessionStoreError(.damaged, "")) {
                _ = try SQLiteSessionStore(path: directory.path("text"), lock: .seconds(1))
            }
            let other = try DatabaseQueue(path: directory.path("other"))
            try await other.write { try $0.execute(sql: "CREATE TABLE thing (id INTEGER)") }
            try other.close()
            #expect(throws: SessionStoreError(.damaged, "")) {
                _ = try SQLiteSessionStore(path: directory.path("other"), lock: .seconds(1))
            }
            try SQLiteSessionStore(path: directory.path("newer"), lock: .seconds(1)).close()
            let newer = try DatabaseQueue(path: directory.path("newer"))
            try await newer.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
            try newer.close()
            #expect(throws: SessionStoreError(.newerVersion, "")) {
                _ = try SQLiteSessionStore(path: directory.path("newer"), lock: .seconds(1))
            }
        }
    }
}
