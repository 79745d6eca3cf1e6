// SPDX-License-Identifier: EUPL-1.2

/// What the browser brings to the authorisation endpoint after a pushed request (RFC 9126 §4).
package struct AuthorizationRequest: Sendable, Hashable {
    /// `client_id`.
    package let clientID: String
    /// `request_uri`.
    package let requestURI: String

    /// A request.
    package init(clientID: String, requestURI: String) {
        self.clientID = clientID
        self.requestURI = requestURI
    }

    /// The request in a query. What else stands there was not pushed, and is let be.
    ///
    /// - Throws: ``MalformedMessage``; then nobody knows where to send the browser, so it stays at the server.
    package init(_ query: FormParameters) throws(MalformedMessage) {
        clientID = try query.token("client_id", maximum: 512)
        requestURI = try query.token("request_uri", maximum: 512)
    }

    /// The address to open in the browser; nil when it would be too long.
    package func url(at endpoint: HTTPSURL) -> HTTPSURL? {
        let parameters = FormParameters([("client_id", clientID), ("request_uri", requestURI)]).encoded
        return HTTPSURL(endpoint.text + (endpoint.query == nil ? "?" : "&") + parameters)
    }
}

/// What the browser brings back (RFC 6749 §4.1.2, §4.1.2.1; RFC 9207 §2).
package enum AuthorizationResponse: Sendable, Hashable {
    /// A code.
    case code(String)
    /// An error; nil for a code that no standard here names.
    case error(EndpointErrorCode?)

    /// The query to come back with: `code` or `error`, `state` and `iss`.
    package func query(state: String, issuer: HTTPSURL) -> FormParameters {
        switch self {
        case .code(let code): FormParameters([("code", code), ("state", state), ("iss", issuer.text)])
        case .error(let code):
            FormParameters([("error", (code ?? .serverError).rawValue), ("state", state), ("iss", issuer.text)])
        }
    }

    /// The address to send the browser to: a redirect URI, which may have a query, and the answer.
    package func redirect(to redirectURI: String, state: String, issuer: HTTPSURL) -> String {
        redirectURI + (redirectURI.contains("?") ? "&" : "?") + query(state: state, issuer: issuer).encoded
    }
}

/// Why an address is not the answer to a request (T-U2).
package enum RedirectFault: Error, Hashable, Sendable {
    /// It is another address, or has another `state`: whoever sent it, it is not for this session, which waits on.
    case foreign
    /// It is for this session and cannot be read: a parameter twice, both or neither of `code` and `error`.
    case malformed
    /// `iss` is missing or another one: the code may be somebody else's (RFC 9207 §2.4).
    case issuer
}

extension AuthorizationResponse {
    /// The answer that an address carries.
    ///
    /// - Parameters:
    ///   - address: what the browser opened, as the system handed it over.
    ///   - redirectURI: where it was to come back to; without a query.
    ///   - state: the secret of the request.
    ///   - issuer: the authorisation server.
    /// - Throws: ``RedirectFault``.
    package init(address: String, redirectURI: String, state: String, issuer: HTTPSURL) throws(RedirectFault) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard address.utf8.count <= 16 * 1024, parts.count == 2, parts[0].isExactly(redirectURI) else { throw .foreign }
        let text = parts[1].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = try? FormParameters(parsing: Array(text[0].utf8)) else {
            // Something doubled: whether it is for us is told by the state, wherever it stands.
            throw text[0].split(separator: "&").contains { $0.isExactly("state=" + PercentEncoding.encode(state)) } ? .malformed : .foreign
        }
        guard let received = query["state"], isEqualInConstantTime(received, state) else { throw .foreign }
        guard let server = query["iss"], server.isExactly(issuer.text) else { throw .issuer }
        switch (query["code"], query["error"]) {
        case (let code?, nil):
            guard code.utf8.count <= 2048, code.isVisibleASCII else { throw .malformed }
            self = .code(code)
        case (nil, let error?):
            let known = EndpointErrorCode(rawValue: error)
            self = .error(known.flatMap { $0.endpoints.contains(.authorization) ? $0 : nil })
        default: throw .malformed
        }
    }
}
