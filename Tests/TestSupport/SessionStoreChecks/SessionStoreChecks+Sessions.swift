// SPDX-License-Identifier: EUPL-1.2

import WalletVerifier

extension SessionStoreChecks {
    static func found(in store: any SessionStore) async throws {
        let first = session(1, contents: (0...255).map { UInt8($0) })
        let second = session(2, party: "other", expiresIn: 1, removeIn: 2, contents: [])
        try await add(first, second, to: store)
        for kept in [first, second] {
            for key in [SessionKey.session(kept.key), .page(kept.pageKey), .wallet(kept.walletKey)] {
                try expect(try await store.session(key) == kept, "a key does not find its session")
            }
        }
        for key in [SessionKey.session(first.pageKey), .page(first.walletKey), .wallet(first.key), .session([])] {
            try expect(try await store.session(key) == nil, "a key of another kind finds a session")
        }
    }

    static func unique(in store: any SessionStore) async throws {
        let first = session(1)
        try await add(first, to: store)
        let other = session(2)
        let twins = [
            first,
            StoredSession(
                key: other.key, pageKey: first.pageKey, walletKey: other.walletKey, party: "shop", state: .created, version: 1,
                expiresAt: now + 900, removeAt: now + 1200, contents: []),
            StoredSession(
                key: other.key, pageKey: other.pageKey, walletKey: first.walletKey, party: "shop", state: .created, version: 1,
                expiresAt: now + 900, removeAt: now + 1200, contents: []),
        ]
        for twin in twins {
            var code: SessionStoreErrorCode?
            do throws(SessionStoreError) {
                _ = try await store.add(twin, openAtMost: 100, at: now)
            } catch {
                code = error.code
            }
            try expect(code == .damaged, "a key twice is not said to be damage")
        }
        try expect(try await store.session(.session(first.key)) == first, "a refused session changed another")
    }

    static func racing(in store: any SessionStore) async throws {
        try await add(session(1), to: store)
        let winners = try await withThrowingTaskGroup(of: UInt8?.self) { group in
            for number in UInt8(1)...32 {
                group.addTask {
                    try await store.replace(session(1, state: .answered, version: 2, contents: [number]), adding: note(number))
                        ? number : nil
                }
            }
            return try await group.reduce(into: [UInt8]()) { winners, number in if let number { winners.append(number) } }
        }
        try expect(winners.count == 1, "\(winners.count) of 32 changes to one version happened")
        try expect(try await store.session(.session(session(1).key))?.contents == winners, "the winner's contents are not there")
        let notes = try await store.claimNotes(at: now, until: now + 60, limit: 100)
        try expect(notes.map { $0.id[0] } == winners, "there is not exactly the winner's note")
    }

    static func stale(in store: any SessionStore) async throws {
        try await add(session(1), to: store)
        let next = session(1, state: .fetched, version: 2, expiresIn: 800, removeIn: 1000, contents: [7])
        try expect(try await store.replace(next, adding: nil), "a change did not happen")
        try expect(try await store.session(.wallet(next.walletKey)) == next, "not all values were changed")
        for version in [Int64(1), 2, 4] {
            let change = session(1, state: .failed, version: version)
            try expect(try await !store.replace(change, adding: note(1)), "a change to another version happened")
        }
        try expect(try await !store.replace(session(9, version: 2), adding: note(2)), "a session was changed that is not there")
        try expect(try await store.session(.session(next.key)) == next, "a refused change left a trace")
        try expect(try await store.counts(at: now).notes == 0, "a refused change left a note")
    }

    static func limited(in store: any SessionStore) async throws {
        func isAdded(_ session: StoredSession, at time: Int64 = now) async throws -> Bool {
            try await store.add(session, openAtMost: 2, at: time)
        }
        try expect(try await isAdded(session(1)), "the first was refused")
        try expect(try await isAdded(session(2, expiresIn: 10)), "the second was refused")
        try expect(try await !isAdded(session(3)), "the third was added")
        try expect(try await store.session(.session(session(3).key)) == nil, "a refused session is there")
        try expect(try await isAdded(session(4, party: "other")), "another party was refused")
        try expect(try await isAdded(session(5), at: now + 10), "an expired session counts as open")
        try expect(try await store.replace(session(1, state: .fetched, version: 2), adding: nil), "a change did not happen")
        try expect(try await !isAdded(session(6), at: now + 10), "a fetched session does not count as open")
        try expect(try await store.replace(session(1, state: .cancelled, version: 3), adding: nil), "a change did not happen")
        try expect(try await isAdded(session(6), at: now + 10), "an ended session counts as open")
    }

    static func limitedAtOnce(in store: any SessionStore) async throws {
        let added = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(1)...20 {
                group.addTask { try await store.add(session(number), openAtMost: 5, at: now) }
            }
            return try await group.reduce(into: 0) { count, isAdded in count += isAdded ? 1 : 0 }
        }
        try expect(added == 5, "\(added) sessions were added, not 5")
    }

    static func overdue(in store: any SessionStore) async throws {
        try await add(session(1, expiresIn: 3), session(2, expiresIn: 1), session(3, expiresIn: 2), session(4, expiresIn: 4), to: store)
        try expect(try await store.replace(session(3, state: .answered, version: 2, expiresIn: 2), adding: nil), "no change happened")
        try expect(try await store.overdue(at: now, limit: 10).isEmpty, "a session is overdue too early")
        try expect(try await store.overdue(at: now + 3, limit: 10).map { $0.key[1] } == [2, 1], "others are overdue")
        try expect(try await store.overdue(at: now + 3, limit: 1).map { $0.key[1] } == [2], "not the earliest is first")
    }

    static func removed(in store: any SessionStore) async throws {
        try await add(session(1, removeIn: 5), session(2, removeIn: 6), session(3, removeIn: 5), to: store)
        for number in [UInt8(1), 2] {
            let ended = session(number, state: .expired, version: 2, removeIn: Int64(number) + 4)
            try expect(try await store.replace(ended, adding: note(number)), "no change happened")
        }
        try expect(try await store.removeEnded(at: now + 4, limit: 10) == 0, "a session was removed too early")
        try expect(try await store.removeEnded(at: now + 6, limit: 1) == 1, "the limit does not hold")
        try expect(try await store.removeEnded(at: now + 6, limit: 10) == 1, "an ended session stays")
        try expect(try await store.session(.session(session(3).key)) != nil, "an open session was removed")
        for number in [UInt8(1), 2] {
            try expect(try await store.session(.page(session(number).pageKey)) == nil, "a removed session is found")
        }
        try expect(try await store.counts(at: now).notes == 2, "notes went with their sessions")
    }
}
