// SPDX-License-Identifier: EUPL-1.2

package import WalletVerifier

/// What every session store must do. Each function needs a new, empty store and throws ``Broken`` at the first promise that is not kept.
package enum SessionStoreChecks {
    /// A promise that a store does not keep.
    package struct Broken: Error, CustomStringConvertible {
        package let description: String
    }

    /// Every check with its name, for parameterised tests.
    package static let all: [Check] = [
        Check("a session is found by its three keys, as written", found), Check("a key twice is refused", unique),
        Check("of many changes to one version, one happens", racing), Check("a change to another version does nothing", stale),
        Check("a party has no more open sessions than allowed", limited), Check("the limit holds for calls at once", limitedAtOnce),
        Check("overdue sessions are open, due, the earliest first", overdue),
        Check("ended sessions are removed when their time has come", removed),
        Check("a note is added with its change only", noted), Check("a note is claimed once until its time", claimed),
        Check("no party gets more than its share of claims", shared),
        Check("notes are postponed and removed", settled), Check("rows are counted", counted),
    ]

    /// One check.
    package struct Check: Sendable, CustomStringConvertible {
        package let description: String
        package let run: @Sendable (any SessionStore) async throws -> Void

        init(_ description: String, _ run: @escaping @Sendable (any SessionStore) async throws -> Void) {
            self.description = description
            self.run = run
        }
    }

    /// The time of the checks, in seconds since 1970.
    package static let now: Int64 = 1_800_000_000

    /// A session with keys made of a number.
    package static func session(
        _ number: UInt8, party: String = "shop", state: SessionState = .created, version: Int64 = 1, expiresIn: Int64 = 900,
        removeIn: Int64 = 1200, contents: [UInt8] = [0, 1, 255]
    ) -> StoredSession {
        func key(_ kind: UInt8) -> [UInt8] { [kind, number] + [UInt8](repeating: 0, count: 30) }
        return StoredSession(
            key: key(1), pageKey: key(2), walletKey: key(3), party: party, state: state, version: version, expiresAt: now + expiresIn,
            removeAt: now + removeIn, contents: contents)
    }

    /// A note with an id made of a number.
    package static func note(_ number: UInt8, dueIn: Int64 = 0, party: String = "shop") -> WebhookNote {
        WebhookNote(
            id: [number] + [UInt8](repeating: 0, count: 15), party: party, contents: [number, 0], attempts: 0, dueAt: now + dueIn)
    }

    static func expect(_ isKept: Bool, _ promise: String) throws {
        guard isKept else { throw Broken(description: promise) }
    }

    static func add(_ sessions: StoredSession..., to store: any SessionStore) async throws {
        for session in sessions {
            try expect(try await store.add(session, openAtMost: 100, at: now), "a session was not added")
        }
    }
}
