// SPDX-License-Identifier: EUPL-1.2

import JOSE
public import OpenID4VCI

/// A server's record of an authorisation code, stored under the code's digest. The code is removed from the store before it is checked, so
/// that it can be used only once, successfully or not (RFC 6749 §4.1.2).
public struct CodeGrant: Sendable, Hashable, Codable {
    /// `client_id`.
    public let clientID: String
    /// The thumbprint of the attestation key in the pushed request.
    public let instanceThumbprint: String
    /// `redirect_uri` of the pushed request.
    public let redirectURI: String
    /// `code_challenge` of the pushed request.
    public let codeChallenge: String
    /// The thumbprint of the DPoP key to which the code is bound; nil if the pushed request has none.
    public let dpopThumbprint: String?
    /// Seconds since 1970; about a minute after the code is issued.
    public let expiresAt: Int64

    /// The record for a code that answers a pushed request.
    public init(_ pushed: AuthorizationServerChecks.Pushed, expiresAt: Int64) {
        clientID = pushed.request.clientID
        instanceThumbprint = pushed.sender.attestation.key.thumbprint
        redirectURI = pushed.request.redirectURI
        codeChallenge = pushed.request.codeChallenge
        dpopThumbprint = pushed.request.dpopThumbprint
        self.expiresAt = expiresAt
    }

    /// The record for a code, from stored values of the pushed request.
    public init(
        clientID: String, instanceThumbprint: String, redirectURI: String, codeChallenge: String, dpopThumbprint: String?, expiresAt: Int64
    ) {
        self.clientID = clientID
        self.instanceThumbprint = instanceThumbprint
        self.redirectURI = redirectURI
        self.codeChallenge = codeChallenge
        self.dpopThumbprint = dpopThumbprint
        self.expiresAt = expiresAt
    }

    /// Checks that a token request may use the code (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10, attestation draft §6.3).
    ///
    /// - Parameter now: seconds since 1970. No leeway, because the server itself set the expiry.
    /// - Throws: `EndpointError`, always `invalid_grant`.
    public func check(_ request: TokenRequest, from sender: AuthorizationServerChecks.Sender, now: Int64) throws(EndpointError) {
        guard case .authorizationCode(_, let verifier, let redirectURI) = request else {
            throw EndpointError(.invalidGrant, "another grant")
        }
        guard now < expiresAt else { throw EndpointError(.invalidGrant, "the code has expired") }
        guard sender.attestation.clientID.isExactly(clientID) else { throw EndpointError(.invalidGrant, "client_id") }
        guard sender.attestation.key.thumbprint.isExactly(instanceThumbprint) else { throw EndpointError(.invalidGrant, "another wallet") }
        guard redirectURI.isExactly(self.redirectURI) else { throw EndpointError(.invalidGrant, "redirect_uri") }
        guard isEqualInConstantTime(verifier.challenge, codeChallenge) else { throw EndpointError(.invalidGrant, "code_verifier") }
        if let dpopThumbprint, sender.dpopThumbprint?.isExactly(dpopThumbprint) != true {
            throw EndpointError(.invalidGrant, "another DPoP key")
        }
    }
}

/// A server's record of a pre-authorised code. The server must count wrong transaction codes and remove the code after a few
/// (OpenID4VCI §13.6).
public struct PreAuthorizedGrant: Sendable, Hashable, Codable {
    /// The transaction code; nil if none is required.
    public let transactionCode: String?
    /// Seconds since 1970.
    public let expiresAt: Int64

    /// A record; `expiresAt` is in seconds since 1970.
    public init(transactionCode: String?, expiresAt: Int64) {
        self.transactionCode = transactionCode
        self.expiresAt = expiresAt
    }

    /// Checks that a token request may use the code (§6.1, §6.3).
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `EndpointError` with `invalid_request` if a transaction code is missing or not expected; with `invalid_grant` if it is
    ///   wrong or the code has expired.
    public func check(_ request: TokenRequest, now: Int64) throws(EndpointError) {
        guard case .preAuthorizedCode(_, let transactionCode) = request else { throw EndpointError(.invalidGrant, "another grant") }
        guard now < expiresAt else { throw EndpointError(.invalidGrant, "the code has expired") }
        switch (self.transactionCode, transactionCode) {
        case (nil, nil): break
        case (let expected?, let received?):
            guard isEqualInConstantTime(expected, received) else { throw EndpointError(.invalidGrant, "tx_code") }
        default: throw EndpointError(.invalidRequest, "tx_code")
        }
    }
}

/// A server's record of an access token, stored under the token's digest.
public struct AccessGrant: Sendable, Hashable, Codable {
    /// `client_id`.
    public let clientID: String
    /// The thumbprint of the DPoP key to which the token is bound (RFC 9449 §6).
    public let dpopThumbprint: String
    /// Seconds since 1970.
    public let expiresAt: Int64
    /// The permitted kinds of credentials.
    public let configurationIDs: [String]
    /// The permitted data sets with their kinds; empty if kinds are requested directly.
    public let dataSets: [String: String]

    /// A record; `expiresAt` is in seconds since 1970.
    public init(clientID: String, dpopThumbprint: String, expiresAt: Int64, configurationIDs: [String], dataSets: [String: String] = [:]) {
        self.clientID = clientID
        self.dpopThumbprint = dpopThumbprint
        self.expiresAt = expiresAt
        self.configurationIDs = configurationIDs
        self.dataSets = dataSets
    }
}
