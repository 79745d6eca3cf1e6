// SPDX-License-Identifier: EUPL-1.2

/// A webhook that is to be sent, as a store keeps it.
package struct WebhookNote: Sendable, Hashable {
    /// 16 random bytes; the primary key.
    package let id: [UInt8]
    /// The name of the party, as in ``StoredSession/party``.
    package let party: String
    /// The sealed message, at most 4096 bytes.
    package let contents: [UInt8]
    /// The number of attempts to send it, at least 0.
    package let attempts: Int64
    /// The time of the next attempt, in seconds since 1970.
    package let dueAt: Int64

    /// Maximum size of ``contents`` in bytes.
    package static let maximumContentBytes = 4096

    /// A row.
    package init(id: [UInt8], party: String, contents: [UInt8], attempts: Int64, dueAt: Int64) {
        self.id = id
        self.party = party
        self.contents = contents
        self.attempts = attempts
        self.dueAt = dueAt
    }
}
