// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import Synchronization
import Testing

/// A browser without scripts: it stores cookies, follows redirects on request, and sends the origin of a form.
final class TestBrowser: Sendable {
    typealias Send = @Sendable (HTTPRequest.Method, String, HTTPFields, [UInt8]) async throws -> Answer

    private let send: Send
    private let jar = Mutex<[String: String]>([:])

    init(_ send: @escaping Send) {
        self.send = send
    }

    var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// Sends a request with the browser's cookies.
    func request(
        _ method: HTTPRequest.Method, _ path: String, headers: [(String, String)] = [], body: some Sequence<UInt8> = []
    ) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in headers { fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value)) }
        let held = cookies
        if !held.isEmpty { fields[.cookie] = held.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ") }
        let answer = try await send(method, path, fields, Array(body))
        for cookie in answer.headers[values: .setCookie] {
            let pair = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            jar.withLock { $0[String(pair[0])] = String(pair[1]) }
        }
        return answer
    }

    func get(_ path: String, headers: [(String, String)] = []) async throws -> Answer {
        try await request(.get, path, headers: headers)
    }

    /// The headers that a browser sends with a form of the portal.
    static let ours = [("Origin", TestPortal.origin), ("Sec-Fetch-Site", "same-origin")]

    /// Sends fields as a form.
    func post(_ fields: [(String, String)], headers: [(String, String)] = ours) async throws -> Answer {
        let text = fields.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&")
        return try await request(.post, "/", headers: headers + [("Content-Type", "application/x-www-form-urlencoded")], body: text.utf8)
    }

    /// Opens the form, enters a text and sends it; does not follow the redirect.
    func submit(_ typed: String, headers: [(String, String)] = ours) async throws -> Answer {
        let token = try #require(try await get("/").token)
        return try await post([("token", token), ("code", typed)], headers: headers)
    }

    /// Opens the form, enters a text, sends it, and shows the next page.
    func enter(_ typed: String) async throws -> Answer {
        let answer = try await submit(typed)
        #expect(answer.status == 303)
        return try await get(try #require(answer.headers[.location]))
    }

    /// Encodes a field's value like a browser.
    static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: String(UnicodeScalar(byte))
            case 0x20: "+"
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
