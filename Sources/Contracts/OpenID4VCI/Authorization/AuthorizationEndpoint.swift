// SPDX-License-Identifier: EUPL-1.2

/// The browser's request to the authorisation endpoint after a pushed request (RFC 9126 §4).
public struct AuthorizationRequest: Sendable, Hashable {
    /// `client_id`.
    public let clientID: String
    /// `request_uri`.
    public let requestURI: String

    /// A request with the `request_uri` of a pushed request's response.
    public init(clientID: String, requestURI: String) {
        self.clientID = clientID
        self.requestURI = requestURI
    }

    /// Reads a query. Parameters that were not pushed are ignored.
    ///
    /// - Throws: `MalformedMessage`; the redirect URI is then unknown, so the browser must stay at the server.
    public init(_ query: FormParameters) throws(MalformedMessage) {
        clientID = try query.token("client_id", maximum: Members.maximumIdentifierBytes)
        requestURI = try query.token("request_uri", maximum: Members.maximumIdentifierBytes)
    }

    /// The URL to open in the browser; nil if it would be too long.
    public func url(at endpoint: HTTPSURL) -> HTTPSURL? {
        let parameters = FormParameters([("client_id", clientID), ("request_uri", requestURI)]).encoded
        return HTTPSURL(endpoint.text + (endpoint.query == nil ? "?" : "&") + parameters)
    }
}

/// The authorisation response in the redirect (RFC 6749 §4.1.2, §4.1.2.1; RFC 9207 §2). The cases are complete.
public enum AuthorizationResponse: Sendable, Hashable {
    /// Maximum size of the redirect's address in bytes.
    public static let maximumBytes = 16 * 1024

    /// An authorisation code.
    case code(String)
    /// An error; nil for an unknown error code.
    case error(EndpointErrorCode?)

    /// The query of the redirect: `code` or `error`, `state` and `iss`.
    public func query(state: String, issuer: HTTPSURL) -> FormParameters {
        switch self {
        case .code(let code): FormParameters([("code", code), ("state", state), ("iss", issuer.text)])
        case .error(let code):
            FormParameters([("error", (code ?? .serverError).rawValue), ("state", state), ("iss", issuer.text)])
        }
    }

    /// The redirect's URL: a redirect URI, with or without query, and the response.
    public func redirect(to redirectURI: String, state: String, issuer: HTTPSURL) -> String {
        redirectURI + (redirectURI.contains("?") ? "&" : "?") + query(state: state, issuer: issuer).encoded
    }
}

/// The reason why a URL is not a valid response to a request (T-U2).
@nonexhaustive public enum RedirectFault: String, Error, Hashable, Sendable {
    /// The URL or `state` differs, so this is not a response for this session. The session keeps waiting.
    case foreign
    /// A response for this session that cannot be read: a duplicate parameter, or both or neither of `code` and `error`.
    case malformed
    /// `iss` is missing or wrong: the code may belong to another session (RFC 9207 §2.4).
    case issuer
}

extension AuthorizationResponse {
    /// Reads the response in a URL.
    ///
    /// - Parameters:
    ///   - address: the URL that the browser opened, as passed by the system.
    ///   - redirectURI: the session's redirect URI, without a query.
    ///   - state: the secret of the request.
    ///   - issuer: the authorisation server.
    /// - Throws: ``RedirectFault``.
    public init(address: String, redirectURI: String, state: String, issuer: HTTPSURL) throws(RedirectFault) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard address.utf8.count <= Self.maximumBytes, parts.count == 2, parts[0].isExactly(redirectURI) else { throw .foreign }
        let text = parts[1].split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let query = try? FormParameters(parsing: Array(text[0].utf8)) else {
            // A duplicate parameter: any matching `state` in the query shows that the response is for this session.
            throw text[0].split(separator: "&").contains { $0.isExactly("state=" + PercentEncoding.encode(state)) } ? .malformed : .foreign
        }
        guard let received = query["state"], isEqualInConstantTime(received, state) else { throw .foreign }
        guard let server = query["iss"], server.isExactly(issuer.text) else { throw .issuer }
        switch (query["code"], query["error"]) {
        case (let code?, nil):
            guard code.utf8.count <= Members.maximumTextBytes, code.isVisibleASCII else { throw .malformed }
            self = .code(code)
        case (nil, let error?):
            let known = EndpointErrorCode(rawValue: error)
            self = .error(known.flatMap { $0.endpoints.contains(.authorization) ? $0 : nil })
        default: throw .malformed
        }
    }
}
