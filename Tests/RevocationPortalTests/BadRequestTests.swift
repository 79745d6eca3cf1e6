// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import Testing

/// Requests that cannot be read as the portal's form: rejected with their status, without a try and without a call of the provider.
struct BadRequestTests {
    let test: TestPortal

    init() throws {
        test = try TestPortal()
    }

    private static let form = "application/x-www-form-urlencoded"

    @Test(arguments: [
        "text/plain", "application/json", "multipart/form-data; boundary=x", "", "application/x-www-form-urlencoded; charset=utf-7",
        "application/x-www-form-urlencoded; a=b", "application/x-www-form-urlencodedx", "application/x-www-form-urlencoded;", ";", "*/*",
    ])
    func `a body of a different media type gets 415`(_ type: String) async throws {
        try await test.serving { open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            let answer = try await browser.request(
                .post, "/", headers: TestBrowser.ours + [("Content-Type", type)], body: "token=\(token)&code=1".utf8)
            #expect(answer.status == 415 && answer.screen == "Malformed")
        }
    }

    @Test func `two media types get 415, and an upper-case media type with UTF-8 is accepted`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            let body = "token=\(token)&code=\(code.text)".utf8
            let both = TestBrowser.ours + [("Content-Type", Self.form), ("Content-Type", "text/plain")]
            #expect(try await browser.request(.post, "/", headers: both, body: body).status == 415)
            let capitals = TestBrowser.ours + [("Content-Type", "Application/X-WWW-Form-Urlencoded; Charset=UTF-8")]
            #expect(try await browser.request(.post, "/", headers: capitals, body: body).status == 303)
        }
    }

    /// Bodies; `T` stands for a valid token.
    static let bodies = [
        "", "&", "=", "token=T", "code=0", "token=T&code", "token=T&token=T&code=0", "token=T&code=0&code=0", "token=T&code[]=0",
        "token=T&code[a]=0", "token=T&code=%", "token=T&code=%4", "token=T&code=%zz", "token=T&code=%ff", "token=T&code=%c3%28",
        "token=T&code=%ed%a0%80", "token=T&code=a b", "token=T&code=é", "token=T&code=0\r\n", "{\"token\":\"T\",\"code\":\"0\"}",
        "token=T;code=0", "TOKEN=T&CODE=0", "[=&token=T", "token=T&code=0&" + String(repeating: "a[b]", count: 900) + "=1",
        "token=T&a[9223372036854775807]=1", String(repeating: "&", count: 4000),
    ]

    @Test(arguments: bodies)
    func `a body with anything but exactly the two fields gets 400`(_ body: String) async throws {
        try await test.serving { [test] open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            let answer = try await browser.request(
                .post, "/", headers: TestBrowser.ours + [("Content-Type", Self.form)], body: body.replacing("T", with: token).utf8)
            #expect(answer.status == 400 && answer.screen == "Malformed")
            #expect(test.wallets.asked.isEmpty)
        }
    }

    @Test(arguments: [[0xFF, 0xFE], [0], [0xEF, 0xBB, 0xBF], [UInt8](repeating: 0x80, count: 100)] as [[UInt8]])
    func `bytes that cannot occur in a form get 400`(_ bytes: [UInt8]) async throws {
        try await test.serving { open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            let answer = try await browser.request(
                .post, "/", headers: TestBrowser.ours + [("Content-Type", Self.form)], body: Array("token=\(token)&code=".utf8) + bytes)
            #expect(answer.status == 400)
        }
    }

    @Test(arguments: [4097, 65_536, 10_000_000])
    func `an oversized body gets 413, a body at the limit is read`(_ size: Int) async throws {
        try await test.serving { open in
            let browser = open()
            let token = try #require(try await browser.get("/").token)
            let start = "token=\(token)&code="
            let headers = TestBrowser.ours + [("Content-Type", Self.form)]
            let large = start + String(repeating: "0", count: size - start.utf8.count)
            #expect(try await browser.request(.post, "/", headers: headers, body: large.utf8).status == 413)
            let full = start + String(repeating: "0", count: 4096 - start.utf8.count)
            #expect(try await browser.request(.post, "/", headers: headers, body: full.utf8).status == 303)
        }
    }

    @Test(
        arguments: [
            (.get, "/nowhere"), (.post, "/result"), (.post, "/cancelled"), (.put, "/"), (.delete, "/"), (.get, "/Portal.xcstrings"),
            (.get, "/pictures/mark.svg"), (.get, "/../Package.swift"), (.get, "/%2e%2e/Package.swift"), (.get, "/tokens.css/"),
            (.get, "//"), (.get, "/result/help/more"), (.get, "/<script>"), (.options, "/"), (.trace, "/"),
        ] as [(HTTPRequest.Method, String)])
    func `an unknown path gets its own page, which does not repeat the path`(_ method: HTTPRequest.Method, _ path: String) async throws {
        try await test.serving { open in
            let answer = try await open().request(method, path, headers: TestBrowser.ours)
            if answer.status == 200 {
                #expect(path == "//" || path.hasSuffix("css/"))
            } else {
                #expect(answer.status == 404 && answer.screen == "NotFound")
            }
            #expect(!answer.body.contains("<script>") && !answer.body.contains("Package"))
        }
    }
}
