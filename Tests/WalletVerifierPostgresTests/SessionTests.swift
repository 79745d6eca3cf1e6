// SPDX-License-Identifier: EUPL-1.2

import PostgresCluster
import SessionStoreChecks
import Testing
import WalletVerifier
import WalletVerifierPostgres

/// Sessions in PostgreSQL, alone and with two servers.
@Suite(.timeLimit(.minutes(20)))
struct SessionTests {
    @Test(arguments: SessionStoreChecks.all)
    func `the store keeps every promise of a session store`(_ check: SessionStoreChecks.Check) async throws {
        try await check.run(TestStores().store)
    }

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
}
