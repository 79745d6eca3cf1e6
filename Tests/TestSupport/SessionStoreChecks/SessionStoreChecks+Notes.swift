// SPDX-License-Identifier: EUPL-1.2

package import WalletVerifier

extension SessionStoreChecks {
    private static func addNotes(_ notes: [WebhookNote], to store: any SessionStore) async throws {
        for note in notes {
            try await add(session(note.id[0], party: note.party), to: store)
            let ended = session(note.id[0], party: note.party, state: .answered, version: 2)
            try expect(try await store.replace(ended, adding: note), "a change did not happen")
        }
    }

    static func noted(in store: any SessionStore) async throws {
        try await addNotes([note(1)], to: store)
        try expect(try await store.replace(session(1, state: .answered, version: 3), adding: nil), "a change did not happen")
        let claimed = try await store.claimNotes(at: now, until: now + 60, limit: 10)
        let expected = WebhookNote(id: note(1).id, party: "shop", contents: note(1).contents, attempts: 1, dueAt: now + 60)
        try expect(claimed == [expected], "the note is not as written, with one attempt")
    }

    static func claimed(in store: any SessionStore) async throws {
        try await addNotes([note(1, dueIn: 2), note(2), note(3, dueIn: 9), note(4)], to: store)
        try expect(try await store.claimNotes(at: now - 1, until: now + 60, limit: 10).isEmpty, "a note was claimed too early")
        let claims = try await withThrowingTaskGroup(of: [WebhookNote].self) { group in
            for _ in 0..<8 {
                group.addTask { try await store.claimNotes(at: now + 2, until: now + 60, limit: 1) }
            }
            return try await group.reduce(into: [UInt8]()) { all, notes in all += notes.map { $0.id[0] } }
        }
        try expect(claims.sorted() == [1, 2, 4], "the due notes were not claimed once each")
        try expect(try await store.claimNotes(at: now + 59, until: now + 90, limit: 10).map { $0.id[0] } == [3], "a claim does not last")
        let again = try await store.claimNotes(at: now + 60, until: now + 120, limit: 10)
        try expect(again.map { $0.id[0] } == [1, 2, 4], "unsettled notes are not due again, in the order of their ids")
        try expect(again.allSatisfy { $0.attempts == 2 }, "attempts are not counted")
    }

    static func shared(in store: any SessionStore) async throws {
        let notes = [note(1), note(2), note(3), note(4, party: "other"), note(5, party: "third"), note(6, dueIn: 1, party: "other")]
        try await addNotes(notes, to: store)
        func claim(_ limit: Int, besides busy: Set<String>) async throws -> [UInt8] {
            try await store.claimNotes(at: now + 1, until: now + 60, limit: limit, perParty: 2, besides: busy).map { $0.id[0] }
        }
        try expect(try await claim(3, besides: ["third"]) == [1, 2, 4], "a party has more notes than allowed, or keeps others back")
        try expect(try await claim(10, besides: ["shop", "other"]) == [5], "a note of a busy party was claimed")
        try expect(try await claim(10, besides: []) == [3, 6], "a note of a party that is not busy any more was not claimed")
    }

    static func settled(in store: any SessionStore) async throws {
        try await addNotes([note(1), note(2)], to: store)
        _ = try await store.claimNotes(at: now, until: now + 60, limit: 10)
        try await store.removeNote(note(1).id)
        try await store.removeNote(note(1).id)
        try await store.postponeNote(note(1).id, until: now + 10)
        try await store.postponeNote(note(2).id, until: now + 10)
        try expect(try await store.claimNotes(at: now + 9, until: now + 60, limit: 10).isEmpty, "a postponed note is due too early")
        let due = try await store.claimNotes(at: now + 10, until: now + 60, limit: 10)
        try expect(due.map { $0.id[0] } == [2], "a removed note is there, or a postponed one is not")
    }

    static func counted(in store: any SessionStore) async throws {
        try expect(try await store.counts(at: now) == SessionCounts(open: 0, notes: 0), "an empty store is not empty")
        try await addNotes([note(1)], to: store)
        try await add(session(2), session(3, party: "other"), session(4, expiresIn: 5), to: store)
        try expect(try await store.counts(at: now) == SessionCounts(open: 3, notes: 1), "the numbers are wrong")
        try expect(try await store.counts(at: now + 5) == SessionCounts(open: 2, notes: 1), "an expired session counts as open")
        try await store.check()
    }
}

extension SessionStore {
    /// Claims notes of any parties, as ``claimNotes(at:until:limit:perParty:besides:)`` does.
    package func claimNotes(at now: Int64, until: Int64, limit: Int) async throws(SessionStoreError) -> [WebhookNote] {
        try await claimNotes(at: now, until: until, limit: limit, perParty: 1000, besides: [])
    }
}
