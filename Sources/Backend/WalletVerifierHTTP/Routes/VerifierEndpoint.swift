// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes

/// The addresses of the server, with the methods that each takes. Everything else is 404 or 405.
enum VerifierEndpoint: String, Sendable, CaseIterable {
    // MARK: For parties
    case sessions = "/sessions"
    case session = "/sessions/:session"
    case result = "/sessions/:session/result"

    // MARK: For browsers
    case page = "/s/:page"
    case status = "/s/:page/status"
    case done = "/s/:page/done"
    case code = "/s/:page/code.png"

    // MARK: For wallets
    case request = "/w/:wallet/request"
    case response = "/w/:wallet/response"

    // MARK: For developers
    case description = "/openapi.json"

    /// The methods that the address takes.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .sessions, .result, .response: [.post]
        case .session: [.get, .delete]
        case .request: [.get, .post]
        case .page, .status, .done, .code, .description: [.get]
        }
    }

    /// The methods that are answered 405 where the address does not take them.
    static let knownMethods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    /// True if people see the answer in a browser.
    var isPage: Bool { self == .page || self == .done }

    /// The path as OpenAPI and the router write it: `/sessions/{session}`.
    var describedPath: String {
        rawValue.split(separator: "/").map { $0.hasPrefix(":") ? "/{\($0.dropFirst())}" : "/\($0)" }.joined()
    }

    /// The name of the variable part; nil without one.
    var parameter: String? { rawValue.split(separator: "/").first { $0.hasPrefix(":") }.map { String($0.dropFirst()) } }
}
