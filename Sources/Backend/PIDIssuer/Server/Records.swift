// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VCI
import OpenID4VCIIssuer

/// A pushed request that waits for its browser. Key: its `request_uri`.
struct PushedRecord: StoredRecord {
    static let kind = "pushed"
    let request: StoredRequest
}

/// The part of a pushed request that is needed until its code is issued.
struct StoredRequest: Codable, Sendable {
    let clientID: String
    let instanceThumbprint: String
    let redirectURI: String
    let scopes: [String]
    let state: String
    let codeChallenge: String
    let dpopThumbprint: String?
}

/// A login in progress at the login provider. Key: its `state`.
struct LoginRecord: StoredRecord {
    static let kind = "login"
    let request: StoredRequest
    let attempt: LoginAttempt
    /// The digest of the browser's cookie. Only the browser that started the login can finish it.
    let browser: String
}

/// An authorization code. Key: the code itself.
struct CodeRecord: StoredRecord {
    static let kind = "code"
    let grant: CodeGrant
    let configurationIDs: [String]
    let person: String
}

/// A used code, stored as long as the token of its first use may be valid. Key: the code itself.
struct UsedCodeRecord: StoredRecord {
    static let kind = "used-code"
    /// The storage key of the token; nil before the first use has completed, or if it was rejected.
    let token: Data?
    /// True if the code was used again. From then on it yields no token.
    let isReplayed: Bool
}

/// An offer. Key: its code.
struct OfferRecord: StoredRecord {
    static let kind = "offer"
    let grant: PreAuthorizedGrant
    let configurationIDs: [String]
    let person: String
    /// The remaining number of wrong transaction codes.
    let triesLeft: Int
}

/// An offer to be fetched. Key: the last part of its address.
struct OfferDocumentRecord: StoredRecord {
    static let kind = "offer-document"
    let offer: CredentialOffer
}

/// An access token. Key: the token itself.
struct TokenRecord: StoredRecord {
    static let kind = "token"
    let grant: AccessGrant
    let person: String
    /// The remaining number of credential requests.
    let requestsLeft: Int
}

/// Issued credentials whose notification is pending. Key: the `notification_id`.
struct NotificationRecord: StoredRecord {
    static let kind = "notification"
    /// The digest of the token under which they were issued.
    let token: String
    /// The batch by which the credentials can be revoked.
    let batch: [UInt8]
    /// The reported event; nil before the report.
    let event: NotificationRequest.Event?
}
