// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestEnvironment
import Testing
import WalletConfiguration

@testable import ConfigurationServer

/// The server's answers.
struct RouteTests {
    @Test func `both documents are served with type, length and a strong entity tag`() async throws {
        let test = try TestServer()
        let (configuration, policy) = (try test.configuration(3), try test.policy(4))
        try test.put(configuration, as: "configuration.jwt")
        // With the line break that editors add.
        try test.put(policy + "\n")
        try await test.serving { client in
            for (path, token) in [("/api/v1/configuration", configuration), ("/api/v1/update-policy", policy)] {
                let whole = try await client.execute(uri: path, method: .get)
                #expect(whole.status == .ok && String(buffer: whole.body) == token)
                #expect(whole.headers[.contentType] == "application/jwt" && whole.headers[.contentLength] == "\(token.utf8.count)")
                let tag = try #require(whole.headers[.eTag])
                #expect(tag.wholeMatch(of: /"[0-9a-f]{32}"/) != nil)
                #expect(whole.headers[.cacheControl] == "public, max-age=60, must-revalidate")
                #expect(whole.headers[.xContentTypeOptions] == "nosniff" && whole.headers[.contentSecurityPolicy] != nil)

                let head = try await client.execute(uri: path, method: .head)
                #expect(head.status == .ok && head.body.readableBytes == 0 && head.headers[.eTag] == tag)
                #expect(head.headers[.contentLength] == "\(token.utf8.count)")
            }
        }
    }

    @Test func `a request with a matching ETag gets no body, and any other request gets the document`() async throws {
        let test = try TestServer()
        try test.put(test.policy(1))
        let tag = try #require(test.server.current(.updatePolicy)?.entityTag)
        let conditions: [(String, Int)] = [
            (tag, 304), ("W/" + tag, 304), ("*", 304), ("\"x\", " + tag, 304), (tag + ",\"x\"", 304), (" \t" + tag + " ", 304),
            ("\"x\"", 200), (String(tag.dropFirst().dropLast()), 200), ("", 200), (",,,", 200), ("**", 200), ("W/", 200), ("\"", 200),
            (tag.uppercased() == tag ? "\"X\"" : tag.uppercased(), 200), (String(repeating: "\"a\",", count: 1000), 200),
        ]
        try await test.serving { client in
            for (condition, status) in conditions {
                for method in [HTTPRequest.Method.get, .head] {
                    let answer = try await client.execute(uri: "/api/v1/update-policy", method: method, headers: [.ifNoneMatch: condition])
                    #expect(answer.status.code == status, "\(condition)")
                    #expect(answer.headers[.eTag] == tag)
                    if status == 304 || method == .head { #expect(answer.body.readableBytes == 0) }
                }
            }
        }
    }

    @Test func `a server without documents is live but not ready, and answers with a retry time`() async throws {
        let test = try TestServer()
        try await test.serving { client in
            for path in ["/api/v1/configuration", "/api/v1/update-policy"] {
                let answer = try await client.execute(uri: path, method: .get, headers: [.ifNoneMatch: "*"])
                #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "60" && answer.headers[.eTag] == nil)
                #expect(answer.headers[.cacheControl] == "no-store")
            }
            #expect(try await client.execute(uri: "/health/live", method: .get).status == .ok)
            #expect(try await client.execute(uri: "/health/ready", method: .get).status == .serviceUnavailable)
        }
        try test.put(test.policy(1))
        try await test.serving { client in
            let half = try await client.execute(uri: "/health/ready", method: .get)
            #expect(half.status == .serviceUnavailable)
        }
        try test.put(test.configuration(1), as: "configuration.jwt")
        try await test.serving { client in
            let ready = try await client.execute(uri: "/health/ready", method: .head)
            #expect(ready.status == .ok)
        }
    }

    @Test func `other methods and paths are rejected, and no request data is logged or returned`() async throws {
        let test = try TestServer()
        try test.put(test.policy(1))
        try await test.serving { client in
            for method in [HTTPRequest.Method.post, .put, .delete, .patch, .options, .trace, try #require(HTTPRequest.Method("PROPFIND"))] {
                let answer = try await client.execute(
                    uri: "/api/v1/update-policy?canary=1", method: method, headers: [.userAgent: "canary"],
                    body: ByteBuffer(string: "canary"))
                #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
            }
            for path in [
                "/", "/canary", "/api/v1", "/api/v1/update-policy/canary", "/api/v1/UPDATE-POLICY", "/api/v1/../../etc/passwd",
                "/api/v1/signing-key.json", "/api/v1/update%2Dpolicy", "/health",
            ] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .notFound, "\(path)")
                #expect(answer.body.readableBytes == 0 && answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
        #expect(!test.log.lines.contains { $0.contains("canary") })
    }
}
