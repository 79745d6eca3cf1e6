// SPDX-License-Identifier: EUPL-1.2

import SessionStoreChecks
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
