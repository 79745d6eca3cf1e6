// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSON
import NIOCore
import Synchronization
import TestEnvironment

@testable import DemoSites

/// The four sites before a verifier whose answers the test sets.
struct SiteWorld: Sendable {
    let client: any TestClientProtocol
    let verifier: FakeVerifier
    let log: LogRecorder

    /// 27 November 2026, 12:00 UTC.
    static let now = Date(timeIntervalSince1970: 1_795_780_800)

    /// Runs a test with a world of its own.
    static func with(_ body: @escaping @Sendable (SiteWorld) async throws -> Void) async throws {
        let (verifier, log) = (FakeVerifier(), LogRecorder())
        let sites = try DemoSites(
            type: "urn:test:1", apiKeys: Dictionary(uniqueKeysWithValues: DemoSite.allCases.map { ($0, "key of \($0.rawValue)") }),
            clock: { now }, random: { count in verifier.random(count) }, logger: log.logger, send: { try verifier.answer($0) })
        try await Application(router: sites.router(), logger: log.logger).test(.router) { client in
            try await body(SiteWorld(client: client, verifier: verifier, log: log))
        }
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method, _ path: String, cookie: String? = nil, language: String = "en"
    ) async throws -> SiteAnswer {
        var headers = HTTPFields()
        headers[.cookie] = cookie
        headers[.acceptLanguage] = language
        return try await client.execute(uri: path, method: method, headers: headers, body: nil) { response in
            SiteAnswer(
                status: response.status.code, headers: response.headers,
                text: String(decoding: Array(response.body.readableBytesView), as: UTF8.self))
        }
    }

    /// Begins a session at a site; returns the name and the value of its cookie.
    func begin(at site: DemoSite, cookie: String? = nil) async throws -> String {
        let answer = try await send(.post, "/\(site.rawValue)/start", cookie: cookie)
        guard answer.status == 303, answer.headers[.location] == FakeVerifier.page, let field = answer.headers[.setCookie] else {
            throw NotBegun()
        }
        return String(field.prefix { $0 != ";" })
    }

    /// The site did not begin a session.
    struct NotBegun: Error {}
}

/// The answer of a site.
struct SiteAnswer: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    /// The page's name.
    var screen: String? { text.firstMatch(of: /data-screen="([^"]+)"/).map { String($0.output.1) } }
}

/// A verifier's interface for parties, with one session.
final class FakeVerifier: Sendable {
    struct State {
        var state = "created"
        var claims: JSONObject = [:]
        /// The code that a result needs; nil for none.
        var code: String?
        var isDown = false
        var isTaken = false
        var calls: [SiteCall] = []
        var counter: UInt8 = 0
    }

    static let page = "https://verifier.example/s/page"
    private let kept = Mutex(State())

    /// The calls of the sites, in their order.
    var calls: [SiteCall] { kept.withLock { $0.calls } }

    func set(_ change: @Sendable (inout State) -> Void) { kept.withLock { change(&$0) } }

    /// Bytes that are never the same.
    func random(_ count: Int) -> [UInt8] {
        kept.withLock { state in
            state.counter += 1
            return [UInt8](repeating: state.counter, count: count)
        }
    }

    func answer(_ call: SiteCall) throws -> SiteReply {
        let code: String? = (try? JSONObject(parsing: call.body)).flatMap { body -> String? in
            guard case .string(let code)? = body["response_code"] else { return nil }
            return code
        }
        return try kept.withLock { state in
            state.calls.append(call)
            guard !state.isDown else { throw Down() }
            switch call.path {
            case "/sessions": return SiteReply(status: 201, body: ["session": "the-session", "page": .string(Self.page), "expires_at": 1])
            case "/sessions/the-session": return SiteReply(status: 200, body: ["state": .string(state.state), "has_result": true])
            case "/sessions/the-session/result":
                guard state.code == nil || code == state.code, !state.isTaken else {
                    return SiteReply(status: 403, body: ["error": "response_code_wrong"])
                }
                state.isTaken = true
                let credential: JSONValue = ["id": "pid", "claims": .object(state.claims)]
                return SiteReply(status: 200, body: ["credentials": [credential]])
            default: return SiteReply(status: 404, body: [:])
            }
        }
    }

    /// It does not answer.
    struct Down: Error {}
}
