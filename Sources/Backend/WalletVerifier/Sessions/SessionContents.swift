// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The contents of a session. Sealed in the store: they hold tokens, keys and personal data.
struct SessionContents: Codable, Sendable {
    /// The id for the party.
    let id: String
    /// The token in the page's address.
    let pageToken: String
    /// The token in the wallet's addresses.
    let walletToken: String
    /// The name of the use.
    let use: String
    /// `return_url`.
    let returnURL: String?
    /// True if the party wants evidence.
    let wantsEvidence: Bool
    /// The values that read an answer; nil once the session has ended, so that no answer can ever be decrypted again.
    var pending: PendingAnswer?
    /// SHA-256 of the cookie of the browser that opened the page first; nil before.
    var browser: Data?
    /// The raw value of the session type; nil before the request was fetched.
    var sessionType: String?
    /// SHA-256 of the body of the answer that ended the session; nil if none did.
    var answer: Data?
    /// The wallet's reply to that answer.
    var redirectURI: String?
    /// The code in ``redirectURI``; nil without one.
    var responseCode: String?
    /// True if the browser came back to the verifier's own page with the code.
    var hasReturned = false
    /// The rule that the answer broke, in a session that failed.
    var refusal: StoredRefusal?
    /// The wallet's error code, in a session that was declined.
    var walletError: String?
    /// The credentials as JSON; nil before an answer, and once they were read.
    var result: Data?
    /// The evidence as JSON, beside ``result``.
    var evidence: Data?
}

/// The values that read an answer to a request.
struct PendingAnswer: Codable, Sendable {
    /// The private half of the encryption key, 32 bytes.
    let key: Data
    /// `kid` of the key.
    let keyID: String
    /// `nonce` of the request.
    let nonce: String
    /// `state` of the request.
    let state: String
    /// `dcql_query` as JSON.
    let query: Data
    /// `wallet_nonce` of the wallet that fetched the request; nil if it sent none.
    var walletNonce: String?
    /// The signed request; nil before it was fetched.
    var request: String?
}

/// A ``DeskRefusal`` in the store.
struct StoredRefusal: Codable, Sendable {
    let reason: DeskRefusal.Reason
    let member: String
    let detail: String?

    init(_ refusal: DeskRefusal) { (reason, member, detail) = (refusal.reason, refusal.member, refusal.detail) }

    var refusal: DeskRefusal { DeskRefusal(reason, member: member, detail: detail) }
}
