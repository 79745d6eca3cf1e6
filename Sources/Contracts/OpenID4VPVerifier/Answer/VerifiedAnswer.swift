// SPDX-License-Identifier: EUPL-1.2

public import DCQL
public import JSON
public import OpenID4VP
public import StatusList

/// An answer that has passed every check of an ``AnswerVerifier``. The caller still checks the status of each credential.
public struct VerifiedAnswer: Sendable, Hashable {
    /// The credentials, in the order of the answer; at least one.
    public let credentials: [VerifiedCredential]
    /// The presentations as received, for evidence.
    public let token: VPToken

    /// A verified answer.
    public init(credentials: [VerifiedCredential], token: VPToken) {
        self.credentials = credentials
        self.token = token
    }
}

/// A credential whose issuer, holder and contents have been verified. Holds personal data: never log it.
public struct VerifiedCredential: Sendable, Hashable {
    /// The `id` of the query that it answers.
    public let queryID: String
    /// The format.
    public let format: QueriedFormat
    /// `vct` of an SD-JWT, the document type of an mdoc.
    public let type: String
    /// The claims. SD-JWT: all visible and disclosed claims, but the registered claims of the token (`iss`, `cnf`, `status` …) only if
    /// they were asked for. mdoc: name space → element → value as JSON, null if the value has no form in JSON.
    public let claims: JSONObject
    /// The issuer's name in its certificate; nil if there is none to show.
    public let issuerName: String?
    /// The end of validity, in seconds since 1970; nil if the credential has none.
    public let expiresAt: Int64?
    /// The entry in a status list; nil without one.
    public let status: StatusListReference?
    /// The KeyIdentifiers of the AuthorityKeyIdentifier extensions in the issuer's certificates.
    public let authorityKeys: [[UInt8]]
    /// True if the credential has a status that cannot be looked up here, such as an identifier list. It must not count as valid.
    public let isStatusUnknown: Bool

    /// A verified credential.
    public init(
        queryID: String, format: QueriedFormat, type: String, claims: JSONObject, issuerName: String?, expiresAt: Int64?,
        status: StatusListReference?, authorityKeys: [[UInt8]], isStatusUnknown: Bool = false
    ) {
        self.queryID = queryID
        self.format = format
        self.type = type
        self.claims = claims
        self.issuerName = issuerName
        self.expiresAt = expiresAt
        self.status = status
        self.authorityKeys = authorityKeys
        self.isStatusUnknown = isStatusUnknown
    }
}
