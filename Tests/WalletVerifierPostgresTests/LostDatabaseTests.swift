// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import SessionStoreChecks
import Testing
import WalletVerifier
import WalletVerifierPostgres

/// A database that is lost in the middle of a call.
@Suite(.timeLimit(.minutes(20)))
struct LostDatabaseTests {
    @Test func `an answer whose connection is lost has an unknown outcome and no half effect, and can be given again`() async throws {
        let test = try await TestStores()
        let session = StoredSession.made(1)
        try await test.add(session)
        let answer = session.changed(to: .answered)
        try await test.database.whileOpen("SELECT 1 FROM wallet_verifier.session FOR UPDATE") {
            let change = Task { try await test.store.replace(answer, adding: .made(1)) }
            try await test.database.waitForBlocked(1)
            try await test.database.terminateConnections()
            await #expect(throws: SessionStoreError(.outcomeUnknown, "")) { try await change.value }
        }
        #expect(try await test.store.session(.session(session.key)) == session)
        #expect(try await test.store.counts(at: 0).notes == 0)
        #expect(try await test.store.replace(answer, adding: .made(1)))
        #expect(try await test.store.counts(at: 0).notes == 1)
    }

    @Test func `a session that is read while its connection is lost is read on another one`() async throws {
        let test = try await TestStores()
        let session = StoredSession.made(1)
        try await test.add(session)
        let reading = try await test.database.whileOpen("LOCK TABLE wallet_verifier.session") {
            let reading = Task { try await test.store.session(.session(session.key)) }
            try await test.database.waitForBlocked(1)
            try await test.database.terminateConnections()
            try await test.database.waitForBlocked(1)
            return reading
        }
        #expect(try await reading.value == session)
    }

    @Test func `a call ends at its time limit, and has changed nothing`() async throws {
        let test = try await TestStores()
        let limited = try await PostgresSessionStore(test.database.configuration { $0.callTimeLimit = .seconds(8) })
        let session = StoredSession.made(1)
        try await test.add(session)
        try await test.database.whileOpen("SELECT 1 FROM wallet_verifier.session FOR UPDATE") {
            let answer = session.changed(to: .answered)
            await #expect(throws: SessionStoreError(.unavailable, "")) { try await limited.replace(answer, adding: .made(1)) }
        }
        #expect(try await test.store.session(.session(session.key)) == session)
        #expect(try await test.store.counts(at: 0).notes == 0)
    }

    @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
    func `without a server every call is unavailable, and afterwards nothing is lost`(_ kind: PostgresCluster.Stop) async throws {
        let cluster = try await PostgresCluster.own()
        let test = try await TestStores(on: cluster)
        let session = StoredSession.made(1)
        try await test.add(session)
        let fetched = session.changed(to: .fetched)
        #expect(try await test.store.replace(fetched, adding: .made(1)))
        try await cluster.stop(kind)
        let store = test.store
        let calls: [@Sendable () async throws -> Void] = [
            { _ = try await store.add(.made(2), openAtMost: 9, at: 0) }, { _ = try await store.session(.session(session.key)) },
            { _ = try await store.replace(fetched.changed(to: .answered), adding: nil) },
            { _ = try await store.overdue(at: 5000, limit: 1) }, { _ = try await store.removeEnded(at: 5000, limit: 1) },
            { _ = try await store.claimNotes(at: 5000, until: 6000, limit: 1) }, { try await store.removeNote(WebhookNote.made(1).id) },
            { try await store.postponeNote(WebhookNote.made(1).id, until: 9) }, { _ = try await store.counts(at: 0) },
            { try await store.check() },
        ]
        for call in calls { await #expect(throws: SessionStoreError(.unavailable, "")) { try await call() } }
        try await cluster.start()
        try await store.check()
        for store in [test.store, test.other] { #expect(try await store.session(.session(session.key)) == fetched) }
        #expect(try await store.counts(at: 0) == SessionCounts(open: 1, notes: 1))
    }

    @Test func `a closed store is unavailable`() async throws {
        let test = try await TestStores()
        await test.store.close()
        await #expect(throws: SessionStoreError(.unavailable, "")) { try await test.store.check() }
        try await test.other.check()
    }
}
