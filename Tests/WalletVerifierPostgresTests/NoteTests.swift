// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletVerifier
import WalletVerifierPostgres

/// Webhooks in PostgreSQL.
@Suite(.timeLimit(.minutes(20)))
struct NoteTests {
    /// Stores with these notes, each added by a change of its own.
    private func stores(_ notes: [WebhookNote]) async throws -> TestStores {
        let test = try await TestStores()
        var session = StoredSession.made(1)
        try await test.add(session)
        for note in notes {
            session = session.changed(to: .fetched)
            #expect(try await test.store.replace(session, adding: note))
        }
        return test
    }

    @Test func `notes are claimed when they are due, the earliest first, and come back at the end of the claim`() async throws {
        let test = try await stores([.made(3, dueAt: 20), .made(2, dueAt: 10), .made(1, dueAt: 20), .made(4, dueAt: 30)])
        #expect(try await test.store.claimNotes(at: 9, until: 100, limit: 10).isEmpty)
        let claimed = try await test.store.claimNotes(at: 20, until: 100, limit: 2)
        #expect(claimed.map(\.contents) == [[2, 0], [1, 0]])
        #expect(claimed.allSatisfy { $0.attempts == 1 && $0.dueAt == 100 && $0.party == "shop" })
        #expect(try await test.other.claimNotes(at: 20, until: 100, limit: 10).map(\.contents) == [[3, 0]])
        #expect(try await test.other.claimNotes(at: 29, until: 100, limit: 10).isEmpty)
        let again = try await test.store.claimNotes(at: 100, until: 200, limit: 10)
        #expect(again.map(\.contents) == [[4, 0], [1, 0], [2, 0], [3, 0]])
        #expect(again.map(\.attempts) == [1, 2, 2, 2])
    }

    @Test func `a note is removed or postponed, and one that is gone is no error`() async throws {
        let test = try await stores([.made(1), .made(2)])
        try await test.store.postponeNote(WebhookNote.made(1).id, until: 50)
        try await test.store.removeNote(WebhookNote.made(2).id)
        try await test.store.removeNote(WebhookNote.made(2).id)
        try await test.store.postponeNote(WebhookNote.made(2).id, until: 50)
        #expect(try await test.store.claimNotes(at: 49, until: 60, limit: 10).isEmpty)
        #expect(try await test.store.claimNotes(at: 50, until: 60, limit: 10).map(\.contents) == [[1, 0]])
        #expect(try await test.store.counts(at: 0).notes == 1)
    }

    @Test func `two servers that claim at once never get the same note`() async throws {
        let test = try await stores((UInt8(1)...60).map { WebhookNote.made($0) })
        let claimed = try await withThrowingTaskGroup(of: [WebhookNote].self) { group in
            for number in 0..<30 {
                let store = number.isMultiple(of: 2) ? test.store : test.other
                group.addTask { try await store.claimNotes(at: 0, until: 100, limit: 3) }
            }
            return try await group.reduce(into: [WebhookNote]()) { $0 += $1 }
        }
        #expect(Set(claimed).count == claimed.count)
        // A caller skips rows that another one is claiming, so some may be left.
        let rest = try await test.store.claimNotes(at: 0, until: 100, limit: 100)
        #expect(Set(claimed + rest).count == 60 && claimed.count + rest.count == 60)
    }
}
