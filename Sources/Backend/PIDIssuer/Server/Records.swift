// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI

/// A pushed request that waits for its browser, under its `request_uri`.
struct PushedRecord: StoredRecord {
    static let kind = "pushed"
    let request: StoredRequest
}

/// What stays of a pushed request until its code is handed out.
struct StoredRequest: Codable, Sendable {
    let clientID: String
    let instanceThumbprint: String
    let redirectURI: String
    let scopes: [String]
    let state: String
    let codeChallenge: String
    let dpopThumbprint: String?
}

/// A login that is under way at the login provider, under the `state` that goes there.
struct LoginRecord: StoredRecord {
    static let kind = "login"
    let request: StoredRequest
    let attempt: LoginAttempt
    /// The digest of the browser's cookie: nobody can finish a login in another browser than the one that began it.
    let browser: String
}

/// A code, under itself.
struct CodeRecord: StoredRecord {
    static let kind = "code"
    let grant: CodeGrant
    let configurationIDs: [String]
    let person: String
}

/// A code that was used, under itself, for as long as the token of its first use can live.
struct UsedCodeRecord: StoredRecord {
    static let kind = "used-code"
    /// The digest under which the token is kept; nil before the first use has ended, and when it was refused.
    let token: Data?
    /// Whether the code was used again. From then on it gives no token.
    let isReplayed: Bool
}

/// An offer, under its code.
struct OfferRecord: StoredRecord {
    static let kind = "offer"
    let grant: PreAuthorizedGrant
    let configurationIDs: [String]
    let person: String
    /// How many wrong transaction codes may still come.
    let triesLeft: Int
}

/// An offer to fetch, under the last part of its address.
struct OfferDocumentRecord: StoredRecord {
    static let kind = "offer-document"
    let offer: CredentialOffer
}

/// An access token, under itself.
struct TokenRecord: StoredRecord {
    static let kind = "token"
    let grant: AccessGrant
    let person: String
    /// How many requests for credentials may still come.
    let requestsLeft: Int
}

/// What was issued and not yet reported about, under its `notification_id`.
struct NotificationRecord: StoredRecord {
    static let kind = "notification"
    /// The digest of the token that it belongs to.
    let token: String
    /// By what its credentials can be revoked.
    let batch: [UInt8]
    /// What was reported; nil before.
    let event: NotificationRequest.Event?
}
