// SPDX-License-Identifier: EUPL-1.2

import PostgresClient
import PostgresCluster
import Testing
import WalletVerifier
import WalletVerifierPostgres

/// Sessions in PostgreSQL, alone and with two servers.
@Suite(.timeLimit(.minutes(20)))
struct SessionTests {
    @Test(arguments: SessionState.allCases)
    func `a session comes back by each of its keys, in every state, also in another server`(_ state: SessionState) async throws {
        let test = try await TestStores()
        let session = StoredSession.made(7, state: state)
        try await test.add(session)
        for store in [test.store, test.other] {
            #expect(try await store.session(.session(session.key)) == session)
            #expect(try await store.session(.page(session.pageKey)) == session)
            #expect(try await store.session(.wallet(session.walletKey)) == session)
            #expect(try await store.session(.session(session.pageKey)) == nil)
            #expect(try await store.session(.page(session.walletKey)) == nil)
            #expect(try await store.session(.wallet(session.key)) == nil)
        }
    }

    @Test func `the largest contents come back`() async throws {
        let test = try await TestStores()
        try await test.add(.made(1))
        let contents = (0..<StoredSession.maximumContentBytes).map { UInt8(truncatingIfNeeded: $0 &* 167) }
        let changed = StoredSession.made(1).changed(to: .answered, contents: contents)
        #expect(try await test.store.replace(changed, adding: nil))
        #expect(try await test.other.session(.session(changed.key)) == changed)
    }

    @Test func `a party has no more open sessions than its limit, although two servers add at once`() async throws {
        let test = try await TestStores()
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let store = number.isMultiple(of: 2) ? test.store : test.other
                group.addTask { try await store.add(.made(UInt8(number)), openAtMost: 5, at: 999) }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(added == 5)
        #expect(try await test.store.counts(at: 999) == SessionCounts(open: 5, notes: 0))
        #expect(try await test.store.add(.made(50, party: "bank"), openAtMost: 1, at: 999), "another party has a limit of its own")
        #expect(try await test.store.counts(at: 1000).open == 0)
        #expect(
            try await test.store.add(.made(51, expiresAt: 2000), openAtMost: 1, at: 1000), "a session whose time has passed is not open")
        #expect(try await !test.store.add(.made(52), openAtMost: 1, at: 1000))
        #expect(try await test.store.session(.session(StoredSession.made(52).key)) == nil)
    }

    @Test func `an ended session does not count as open`() async throws {
        let test = try await TestStores()
        #expect(try await test.store.add(.made(1), openAtMost: 1, at: 0))
        #expect(try await !test.store.add(.made(2), openAtMost: 1, at: 0))
        #expect(try await test.store.replace(StoredSession.made(1).changed(to: .cancelled), adding: nil))
        #expect(try await test.store.add(.made(2), openAtMost: 1, at: 0))
    }

    @Test func `a key that exists is refused, and changes nothing`() async throws {
        let test = try await TestStores()
        let session = StoredSession.made(1)
        try await test.add(session)
        let other = StoredSession.made(2)
        let doubles = [
            (session.key, other.pageKey, other.walletKey), (other.key, session.pageKey, other.walletKey),
            (other.key, other.pageKey, session.walletKey),
        ]
        for (key, pageKey, walletKey) in doubles {
            let double = StoredSession(
                key: key, pageKey: pageKey, walletKey: walletKey, party: "bank", state: .created, version: 1, expiresAt: 1, removeAt: 1,
                contents: [])
            await #expect(throws: SessionStoreError(.damaged, "")) { try await test.store.add(double, openAtMost: 9, at: 0) }
        }
        #expect(try await test.store.session(.session(session.key)) == session)
        #expect(try await test.database.run("SELECT count(*) FROM wallet_verifier.session") == ["1"])
    }

    @Test func `of many answers at two servers at once, one is accepted, and only its webhook is stored`() async throws {
        let test = try await TestStores()
        for round in UInt8(0)..<10 {
            let session = StoredSession.made(round)
            try await test.add(session)
            let winners = try await withThrowingTaskGroup(of: UInt8?.self) { group in
                for number in UInt8(0)..<20 {
                    let store = number.isMultiple(of: 2) ? test.store : test.other
                    group.addTask {
                        let answer = session.changed(to: .answered, contents: [number])
                        return try await store.replace(answer, adding: .made(round * 20 + number)) ? number : nil
                    }
                }
                return try await group.reduce(into: [UInt8]()) { winners, winner in if let winner { winners.append(winner) } }
            }
            let winner = try #require(winners.first)
            #expect(winners.count == 1)
            #expect(try await test.store.session(.session(session.key)) == session.changed(to: .answered, contents: [winner]))
            let notes = try await test.store.claimNotes(at: 0, until: 1, limit: 100)
            #expect(notes.map(\.contents) == [[round * 20 + winner, 0]])
            for note in notes { try await test.store.removeNote(note.id) }
        }
    }

    @Test func `a change of an old or future version, or of no session, changes nothing and adds no webhook`() async throws {
        let test = try await TestStores()
        let session = StoredSession.made(1)
        try await test.add(session)
        let second = session.changed(to: .fetched)
        #expect(try await !test.store.replace(session, adding: .made(1)))
        #expect(try await !test.store.replace(second.changed(to: .answered), adding: .made(1)))
        #expect(try await !test.store.replace(StoredSession.made(2).changed(to: .fetched), adding: .made(1)))
        #expect(try await test.store.replace(second, adding: nil))
        #expect(try await !test.other.replace(second, adding: .made(1)))
        #expect(try await test.store.session(.session(session.key)) == second)
        #expect(try await test.store.counts(at: 0) == SessionCounts(open: 1, notes: 0))
    }

    @Test func `overdue sessions are open ones whose time has passed, the earliest first`() async throws {
        let test = try await TestStores()
        let times: [UInt8: Int64] = [1: 30, 2: 10, 3: 20, 4: 40]
        for (number, time) in times { try await test.add(.made(number, expiresAt: time)) }
        try await test.add(.made(5, state: .answered, expiresAt: 5))
        #expect(try await test.store.overdue(at: 9, limit: 10).isEmpty)
        #expect(try await test.store.overdue(at: 30, limit: 10).map(\.expiresAt) == [10, 20, 30])
        #expect(try await test.store.overdue(at: 30, limit: 2).map(\.expiresAt) == [10, 20])
    }

    @Test func `ended sessions are removed at their time, open ones never`() async throws {
        let test = try await TestStores()
        for number in UInt8(1)...5 { try await test.add(.made(number, state: .failed, removeAt: Int64(number))) }
        try await test.add(.made(6, state: .fetched, removeAt: 0))
        #expect(try await test.store.removeEnded(at: 0, limit: 10) == 0)
        #expect(try await test.store.removeEnded(at: 4, limit: 3) == 3)
        #expect(try await test.other.removeEnded(at: 4, limit: 3) == 1)
        #expect(try await test.store.removeEnded(at: 4, limit: 3) == 0)
        let left = try await test.database.run("SELECT remove_at FROM wallet_verifier.session ORDER BY remove_at")
        #expect(left == ["0", "5"])
    }
}
