// SPDX-License-Identifier: EUPL-1.2

import JOSE
import Logging
import OpenID4VCI
import OpenID4VCIIssuer

extension PIDIssuer {
    /// `POST /par` (RFC 9126 §2).
    func push(_ request: IssuanceRequest) async throws -> IssuanceResponse {
        let now = now
        let pushed = try await serverChecks.pushed(request, now: now, checks: oneTimeChecks(now: now))
        try await check(pushed.sender.attestation, now: now)
        let secret = freshSecret()
        let stored = StoredRequest(
            clientID: pushed.request.clientID, instanceThumbprint: pushed.sender.attestation.key.thumbprint,
            redirectURI: pushed.request.redirectURI, scopes: pushed.request.scopes, state: pushed.request.state,
            codeChallenge: pushed.request.codeChallenge, dpopThumbprint: pushed.request.dpopThumbprint)
        try await store.put(PushedRecord(request: stored), under: secret, until: now + IssuerConfiguration.pushedLifetime)
        return IssuanceResponse(
            status: 201,
            json: PushedAuthorizationResponse(
                requestURI: Self.requestURI + secret, expiresIn: IssuerConfiguration.pushedLifetime
            ).body)
    }

    /// The prefix of a `request_uri` (RFC 9126 §2.2).
    private static let requestURI = "urn:ietf:params:oauth:request_uri:"

    /// The redirect address and cookie for a browser.
    struct BrowserAnswer: Sendable {
        let address: String
        /// The cookie to set; nil to set no cookie. An empty value deletes the cookie.
        let cookie: String?
    }

    /// `GET /authorize`: a `request_uri` starts one login (RFC 9126 §4).
    ///
    /// - Throws: ``BrowserProblem`` if the redirect address is unknown; the browser then stays at the issuer.
    func authorize(_ query: FormParameters) async throws -> BrowserAnswer {
        guard let asked = try? AuthorizationRequest(query), asked.requestURI.hasPrefix(Self.requestURI),
            let pushed = try await store.take(PushedRecord.self, String(asked.requestURI.dropFirst(Self.requestURI.count)))?.request,
            pushed.clientID.utf8.elementsEqual(asked.clientID.utf8)
        else { throw BrowserProblem.unknownRequest }
        let now = now
        do {
            let (address, state, attempt) = try await login.start(now: now)
            let browser = freshSecret()
            try await store.put(
                LoginRecord(request: pushed, attempt: attempt, browser: digest(browser)), under: state,
                until: now + IssuerConfiguration.loginLifetime)
            return BrowserAnswer(address: address.text, cookie: browser)
        } catch let fault as LoginFault {
            report(fault)
            return BrowserAnswer(address: redirect(fault, pushed), cookie: nil)
        }
    }

    /// `GET /callback`: the browser returns from the login provider.
    ///
    /// - Parameter cookie: the cookie that the browser sent.
    /// - Throws: ``BrowserProblem``.
    func callback(_ query: FormParameters, cookie: String?) async throws -> BrowserAnswer {
        // Read the login and remove it only after the check: a client without the cookie must not end the login of a different browser.
        guard let state = query["state"], let cookie, let found = try await store.read(LoginRecord.self, state),
            isEqual(found.browser, digest(cookie)), let record = try await store.take(LoginRecord.self, state)
        else { throw BrowserProblem.unknownRequest }
        let now = now
        do {
            let number = try await login.finish(query, record.attempt, now: now)
            guard try await register.person(withCitizenServiceNumber: number) != nil else { throw LoginFault.failed }
            let code = freshSecret()
            let expiresAt = now + IssuerConfiguration.codeLifetime
            try await store.put(
                CodeRecord(
                    grant: record.request.grant(expiresAt: expiresAt), configurationIDs: record.request.scopes, person: number),
                under: code, until: expiresAt)
            let address = AuthorizationResponse.code(code).redirect(
                to: record.request.redirectURI, state: record.request.state, issuer: configuration.issuer)
            return BrowserAnswer(address: address, cookie: "")
        } catch let fault as LoginFault {
            report(fault)
            return BrowserAnswer(address: redirect(fault, record.request), cookie: "")
        }
    }

    private func redirect(_ fault: LoginFault, _ request: StoredRequest) -> String {
        let code: EndpointErrorCode =
            switch fault {
            case .stopped: .accessDenied
            case .unreachable: .temporarilyUnavailable
            case .failed, .provider: .serverError
            }
        return AuthorizationResponse.error(code).redirect(
            to: request.redirectURI, state: request.state, issuer: configuration.issuer)
    }

    private func report(_ fault: LoginFault) {
        switch fault {
        case .stopped, .failed: logger.info("login", metadata: ["outcome": "\(fault)"])
        case .unreachable, .provider: logger.error("login", metadata: ["outcome": "\(fault)"])
        }
    }
}

/// The reason for showing the browser a page of the issuer.
enum BrowserProblem: Error, Hashable, Sendable {
    /// The request is unknown or has expired.
    case unknownRequest
}

extension StoredRequest {
    /// Returns the grant that belongs to the request's code.
    func grant(expiresAt: Int64) -> CodeGrant {
        CodeGrant(
            clientID: clientID, instanceThumbprint: instanceThumbprint, redirectURI: redirectURI, codeChallenge: codeChallenge,
            dpopThumbprint: dpopThumbprint, expiresAt: expiresAt)
    }
}
