// SPDX-License-Identifier: EUPL-1.2

import JOSE
public import OpenID4VCI

/// An authorisation server's stateless checks of wallet requests, before it consults its own records (RFC 9126 §2, OpenID4VCI §5, §6,
/// HAIP 1.0 §4.3, §4.4).
public struct AuthorizationServerChecks: Sendable {
    /// Authenticates wallets.
    public let attestation: ClientAttestationVerifier
    /// Verifies DPoP proofs.
    package let dpop: DPoPVerifier
    /// The known scopes. Unknown scopes are ignored if at least one known scope remains (OpenID4VCI §5.1.2).
    package let scopes: Set<String>
    /// Returns true if a wallet with this `client_id` may use this redirect URI.
    package let mayRedirect: @Sendable (_ clientID: String, _ redirectURI: String) -> Bool
    /// The credential issuers of this server; a `resource` must be one of these.
    package let resources: Set<String>

    /// Checks for one authorisation server.
    public init(
        attestation: ClientAttestationVerifier, dpop: DPoPVerifier = DPoPVerifier(), scopes: Set<String>, resources: Set<String>,
        mayRedirect: @escaping @Sendable (_ clientID: String, _ redirectURI: String) -> Bool
    ) {
        self.attestation = attestation
        self.dpop = dpop
        self.scopes = scopes
        self.resources = resources
        self.mayRedirect = mayRedirect
    }

    /// The authenticated sender of a request.
    public struct Sender: Sendable, Hashable {
        /// The attestation; the caller checks its status.
        public let attestation: WalletAttestation
        /// The thumbprint of the DPoP key; nil if the request has none.
        public let dpopThumbprint: String?

        /// An authenticated sender.
        public init(attestation: WalletAttestation, dpopThumbprint: String?) {
            self.attestation = attestation
            self.dpopThumbprint = dpopThumbprint
        }
    }

    /// A pushed request that passed the checks, in the form that the server stores.
    public struct Pushed: Sendable, Hashable {
        /// The request with known scopes only.
        public let request: PushedAuthorizationRequest
        /// The wallet that sent it.
        public let sender: Sender
    }

    /// Checks a pushed authorisation request.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `EndpointError` with the code for the response, or errors of the stores.
    public func pushed(_ request: IssuanceRequest, now: Int64, checks: OneTimeChecks) async throws -> Pushed {
        let form = try form(request)
        let attestation = try await authenticate(request, form, now, checks)
        let pushed = try PushedAuthorizationRequest(form)
        guard pushed.clientID.isExactly(attestation.clientID) else { throw EndpointError(.invalidClient, "client_id") }
        guard mayRedirect(pushed.clientID, pushed.redirectURI) else { throw EndpointError(.invalidRequest, "redirect_uri") }
        try check(resource: pushed.resource)
        let known = pushed.scopes.filter(scopes.contains)
        guard !known.isEmpty else { throw EndpointError(.invalidScope, "scope") }
        // RFC 9449 §10: a proof or a thumbprint may bind a code to a key; if both are present, they must match.
        var thumbprint = pushed.dpopThumbprint
        if !request.headers.values(FieldName.dpop).isEmpty {
            thumbprint = try await dpopThumbprint(request, boundTo: pushed.dpopThumbprint, now, checks)
        }
        return Pushed(
            request: PushedAuthorizationRequest(
                clientID: pushed.clientID, redirectURI: pushed.redirectURI, scopes: known, state: pushed.state,
                codeChallenge: pushed.codeChallenge, issuerState: pushed.issuerState, resource: pushed.resource,
                dpopThumbprint: thumbprint),
            sender: Sender(attestation: attestation, dpopThumbprint: thumbprint))
    }

    /// Checks a token request. ``CodeGrant`` and ``PreAuthorizedGrant`` check its code.
    ///
    /// - Parameter now: seconds since 1970.
    /// - Throws: `EndpointError` with the code for the response, or errors of the stores.
    public func token(
        _ request: IssuanceRequest, now: Int64, checks: OneTimeChecks
    ) async throws -> (request: TokenRequest, sender: Sender) {
        let form = try form(request)
        let attestation = try await authenticate(request, form, now, checks)
        let token = try TokenRequest(form)
        try check(resource: form["resource"])
        let thumbprint = try await dpopThumbprint(request, boundTo: nil, now, checks)
        return (token, Sender(attestation: attestation, dpopThumbprint: thumbprint))
    }

    private func form(_ request: IssuanceRequest) throws(EndpointError) -> FormParameters {
        guard request.method == .post, request.mediaType == FormParameters.mediaType else {
            throw EndpointError(.invalidRequest, "not a form")
        }
        do throws(MalformedMessage) {
            return try FormParameters(parsing: request.body)
        } catch {
            throw EndpointError(.invalidRequest, error.reason)
        }
    }

    private func authenticate(
        _ request: IssuanceRequest, _ form: FormParameters, _ now: Int64, _ checks: OneTimeChecks
    ) async throws -> WalletAttestation {
        // Only one method of authentication is allowed, so no secrets of other methods (RFC 6749 §2.3).
        guard request.headers.values(FieldName.authorization).isEmpty, form["client_secret"] == nil, form["client_assertion"] == nil else {
            throw EndpointError(.invalidRequest, "more than one way to authenticate")
        }
        do {
            return try await attestation.verify(request.headers, clientID: form["client_id"], now: now, checks: checks)
        } catch let fault as TokenFault {
            throw EndpointError(fault, of: .attestation)
        }
    }

    private func dpopThumbprint(
        _ request: IssuanceRequest, boundTo thumbprint: String?, _ now: Int64, _ checks: OneTimeChecks
    ) async throws -> String {
        do {
            return try await dpop.verify(request, boundTo: thumbprint, now: now, checks: checks).thumbprint
        } catch let fault as TokenFault {
            throw EndpointError(fault, of: .dpop)
        }
    }

    private func check(resource: String?) throws(EndpointError) {
        guard let resource else { return }
        guard resources.contains(resource) else { throw EndpointError(.invalidTarget, "resource") }
    }
}
