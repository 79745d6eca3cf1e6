// SPDX-License-Identifier: EUPL-1.2

/// What a server keeps with an authorisation code, under the code's digest. A code is taken out of the store before it is checked, so that
/// it works once, whatever comes of it (RFC 6749 §4.1.2).
package struct CodeGrant: Sendable, Hashable, Codable {
    /// `client_id`.
    package let clientID: String
    /// Thumbprint of the key of the attestation that the request was pushed with.
    package let instanceThumbprint: String
    /// `redirect_uri` of the pushed request.
    package let redirectURI: String
    /// `code_challenge` of the pushed request.
    package let codeChallenge: String
    /// The DPoP key that the code is bound to; nil when the pushed request named none.
    package let dpopThumbprint: String?
    /// Seconds since 1970; a minute or so after the code was handed out.
    package let expiresAt: Int64

    /// What belongs to a code that answers a pushed request.
    package init(_ pushed: AuthorizationServerChecks.Pushed, expiresAt: Int64) {
        clientID = pushed.request.clientID
        instanceThumbprint = pushed.sender.attestation.key.thumbprint
        redirectURI = pushed.request.redirectURI
        codeChallenge = pushed.request.codeChallenge
        dpopThumbprint = pushed.request.dpopThumbprint
        self.expiresAt = expiresAt
    }

    /// What belongs to a code, from a record that was kept since the request was pushed.
    package init(
        clientID: String, instanceThumbprint: String, redirectURI: String, codeChallenge: String, dpopThumbprint: String?, expiresAt: Int64
    ) {
        self.clientID = clientID
        self.instanceThumbprint = instanceThumbprint
        self.redirectURI = redirectURI
        self.codeChallenge = codeChallenge
        self.dpopThumbprint = dpopThumbprint
        self.expiresAt = expiresAt
    }

    /// Whether a token request may use the code (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9449 §10, attestation draft §6.3).
    ///
    /// - Parameter now: seconds since 1970; there is no leeway, for the server set the time itself.
    /// - Throws: ``EndpointError``, always `invalid_grant`.
    package func check(_ request: TokenRequest, from sender: AuthorizationServerChecks.Sender, now: Int64) throws(EndpointError) {
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

/// What a server keeps with the code of an offer. A wrong transaction code must be counted by the server, and the code be taken out of the
/// store after a few (OpenID4VCI §13.6).
package struct PreAuthorizedGrant: Sendable, Hashable, Codable {
    /// The transaction code; nil when none is asked for.
    package let transactionCode: String?
    /// Seconds since 1970.
    package let expiresAt: Int64

    /// What belongs to an offer.
    package init(transactionCode: String?, expiresAt: Int64) {
        self.transactionCode = transactionCode
        self.expiresAt = expiresAt
    }

    /// Whether a token request may use the code (§6.1, §6.3).
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: ``EndpointError`` with `invalid_request` for a transaction code where none is asked for, or none where one is; with
    ///   `invalid_grant` for a wrong one, and for a code that has expired.
    package func check(_ request: TokenRequest, now: Int64) throws(EndpointError) {
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

/// What a server keeps with an access token, under the token's digest.
package struct AccessGrant: Sendable, Hashable, Codable {
    /// `client_id`.
    package let clientID: String
    /// The DPoP key that the token is bound to (RFC 9449 §6).
    package let dpopThumbprint: String
    /// Seconds since 1970.
    package let expiresAt: Int64
    /// The kinds of credentials that it is for.
    package let configurationIDs: [String]
    /// The data sets that may be asked for by name, with their kind; empty when kinds are asked for.
    package let dataSets: [String: String]

    /// What belongs to a token.
    package init(clientID: String, dpopThumbprint: String, expiresAt: Int64, configurationIDs: [String], dataSets: [String: String] = [:]) {
        self.clientID = clientID
        self.dpopThumbprint = dpopThumbprint
        self.expiresAt = expiresAt
        self.configurationIDs = configurationIDs
        self.dataSets = dataSets
    }
}
