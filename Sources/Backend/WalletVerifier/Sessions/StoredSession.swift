// SPDX-License-Identifier: EUPL-1.2

/// A session as a store keeps it: the columns by which it is found and counted, and sealed contents.
///
/// The store has digests of the tokens only, and contents that it cannot read. So a copy of the database shows neither tokens nor results.
package struct StoredSession: Sendable, Hashable {
    /// SHA-256 of the session's id, 32 bytes; the primary key. The party knows the id.
    package let key: [UInt8]
    /// SHA-256 of the page token, 32 bytes; unique. The browser knows the token.
    package let pageKey: [UInt8]
    /// SHA-256 of the wallet token, 32 bytes; unique. It is in the link for the wallet.
    package let walletKey: [UInt8]
    /// The name of the party, 1 to 64 ASCII characters.
    package let party: String
    /// The state.
    package let state: SessionState
    /// 1 for a new session, one more with each change.
    package let version: Int64
    /// The time at which an open session expires, in seconds since 1970.
    package let expiresAt: Int64
    /// The time at which the row is removed, in seconds since 1970.
    package let removeAt: Int64
    /// The sealed contents, at most ``maximumContentBytes``.
    package let contents: [UInt8]

    /// Maximum size of ``contents`` in bytes: a result and evidence of the largest answer.
    package static let maximumContentBytes = 8 * 1024 * 1024

    /// A row.
    package init(
        key: [UInt8], pageKey: [UInt8], walletKey: [UInt8], party: String, state: SessionState, version: Int64, expiresAt: Int64,
        removeAt: Int64, contents: [UInt8]
    ) {
        self.key = key
        self.pageKey = pageKey
        self.walletKey = walletKey
        self.party = party
        self.state = state
        self.version = version
        self.expiresAt = expiresAt
        self.removeAt = removeAt
        self.contents = contents
    }
}

/// The digest by which a session is found; 32 bytes each. The cases are complete.
package enum SessionKey: Sendable, Hashable {
    /// ``StoredSession/key``.
    case session([UInt8])
    /// ``StoredSession/pageKey``.
    case page([UInt8])
    /// ``StoredSession/walletKey``.
    case wallet([UInt8])
}
