// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PostgresClient
import PostgresCluster
import SessionStoreChecks
import Testing
import WalletVerifier
import WalletVerifierPostgres

/// The verifier's schema, its versions and its privileges.
@Suite(.timeLimit(.minutes(20)))
struct SchemaTests {
    @Test func `a database is migrated by the command only, once, and beside the schema of another program`() async throws {
        let database = try await PostgresCluster.shared().makeDatabase()
        try await database.run("CREATE SCHEMA wallet_provider; CREATE TABLE wallet_provider.schema_migration (number bigint)")
        let error = await #expect(throws: PostgresError(.migrationNeeded, "")) {
            _ = try await PostgresSessionStore(database.configuration())
        }
        #expect(error?.reason.hasSuffix("run wallet-verifier migrate") == true)
        #expect(try await database.run("SELECT to_regnamespace('wallet_verifier') IS NULL") == ["t"])
        #expect(try await PostgresSessionStore.migrate(database.configuration()) == [1])
        #expect(try await PostgresSessionStore.migrate(database.configuration()) == [])
        try await PostgresSessionStore(database.configuration(), serving: true).check()
    }

    @Test func `a database of a newer version is refused`() async throws {
        let test = try await TestStores()
        try await test.database.run("INSERT INTO wallet_verifier.schema_migration (number, sha256) VALUES (99, sha256(''))")
        await #expect(throws: PostgresError(.newerVersion, "")) {
            _ = try await PostgresSessionStore(test.database.configuration())
        }
    }

    @Test func `a state that this program does not know is damage`() async throws {
        let test = try await TestStores()
        let session = StoredSession.made(1)
        try await test.add(session)
        try await test.database.run("ALTER TABLE wallet_verifier.session DROP CONSTRAINT session_state_check")
        try await test.database.run("UPDATE wallet_verifier.session SET state = 'unheard-of'")
        await #expect(throws: SessionStoreError(.damaged, "")) { try await test.store.session(.session(session.key)) }
    }

    @Test func `a serving role needs the grants of the file, and nothing more`() async throws {
        let test = try await TestStores()
        let role = "\(test.database.name)_serving"
        try await test.database.run("CREATE ROLE \(role) LOGIN")
        let configuration = test.database.configuration { $0.address = PostgresAddress(test.database.address(as: role)) }
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "Deployment/postgres-verifier-grants.sql")
        let grants = try String(contentsOf: file, encoding: .utf8).replacing(" TO verifier;", with: " TO \(role);")
        try await test.database.run("GRANT USAGE ON SCHEMA wallet_verifier TO \(role)")
        try await test.database.run("GRANT SELECT ON ALL TABLES IN SCHEMA wallet_verifier TO \(role)")
        let error = await #expect(throws: PostgresError(.refused, "")) {
            _ = try await PostgresSessionStore(configuration, serving: true)
        }
        #expect(error?.reason.contains("DELETE ON note") == true)
        try await test.database.run(grants)
        let store = try await PostgresSessionStore(configuration, serving: true)
        let session = StoredSession.made(1)
        #expect(try await store.add(session, openAtMost: 1, at: 0))
        #expect(try await store.replace(session.changed(to: .answered), adding: .made(1)))
        #expect(try await store.claimNotes(at: 0, until: 1, limit: 1).count == 1)
        try await store.removeNote(WebhookNote.made(1).id)
        #expect(try await store.removeEnded(at: 5000, limit: 1) == 1)
        #expect(try await store.counts(at: 0) == SessionCounts(open: 0, notes: 0))
        try await store.check()
    }
}
