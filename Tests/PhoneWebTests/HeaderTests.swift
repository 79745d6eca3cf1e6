// SPDX-License-Identifier: EUPL-1.2

import NIOCore
import NIOHTTP1
import PhoneSimulator
import Testing
import WebPages

@testable import PhoneWeb

struct HeaderTests {
    static let expected: [(name: String, value: String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"), ("X-Frame-Options", "DENY"),
        ("Cache-Control", "no-store"),
    ]

    static let directives = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "worker-src 'none'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        "trusted-types wallet",
    ]

    @Test
    func `every response, also an error, has the security headers`() async throws {
        try await TestServer.serving { server in
            let bearer = try await server.bearer()
            let ours = server.headers(bearer: bearer)
            let large = String(repeating: "a", count: 5000)
            let responses = [
                (200, try await server.send("GET", "/")), (200, try await server.send("GET", "/workbench.js")),
                (200, try await server.send("GET", "/trace", headers: ours)),
                (404, try await server.send("GET", "/nowhere", headers: ours)),
                (421, try await server.send("GET", "/", headers: [("Host", "evil.example")])),
                (401, try await server.send("GET", "/trace")), (401, try await server.send("GET", "/trace", headers: server.headers())),
                (204, try await server.send("POST", "/device", headers: ours, body: #"{"action":"rooted-on"}"#)),
                (400, try await server.send("POST", "/device", headers: ours, body: "{")),
                (409, try await server.send("POST", "/answer", headers: ours, body: #"{"ticket":1,"control":"a/b"}"#)),
                (413, try await server.send("POST", "/answer", headers: ours, body: large)),
            ]
            for (status, response) in responses {
                #expect(response.status == status)
                for (name, value) in Self.expected { #expect(response.headers[name] == [value], "\(status): \(name)") }
                let policy = response.headers["Content-Security-Policy"]
                #expect(
                    policy.map { $0.split(separator: "; ").map(String.init) } == [Self.directives + ["frame-src \(server.origin)/frame/"]],
                    "\(status)")
                #expect(response.headers["Permissions-Policy"].first?.contains("camera=()") == true)
                #expect(response.headers["Access-Control-Allow-Origin"].isEmpty)
                if status != 200 { #expect(response.body.isEmpty) }
            }
        }
    }

    @Test(arguments: PhoneKind.allCases)
    func `the page names the phone that it shows`(kind: PhoneKind) throws {
        let test = try TestPhone(kind)
        let page = String(decoding: try #require(test.workbench.files.files["/"]).bytes, as: UTF8.self)
        #expect(page.contains("<title>NL Wallet on a simulated \(kind.name)</title>"))
        #expect(page.contains(#"<div class="handset" data-kind="\#(kind.rawValue)">"#))
        #expect(!page.contains("{{") && page.contains("simulated \(kind.other.name)") == false)
    }

    @Test
    func `the page contains no inline script, no inline style and no absolute address`() async throws {
        try await TestServer.serving { server in
            let page = try await server.send("GET", "/").body
            #expect(!page.contains("style=") && !page.contains("<style") && !page.contains("onclick"))
            #expect(page.ranges(of: "<script").count == 1 && page.contains(#"<script type="module" src="/workbench.js"></script>"#))
            #expect(!page.replacing("http://www.w3.org/2000/svg", with: "").replacing("http-equiv=", with: "").contains("http"))
        }
    }

    @Test(arguments: [
        "/workbench.js", "/session.js", "/glass.js", "/pin-pad.js", "/clock.js", "/columns.js", "/camera.js", "/browser.js",
        "/laptop.js", "/link.js",
        "/play.js", "/play-sites.js", "/hands.js",
    ])
    func `scripts create elements in one place only, and never from strings`(path: String) async throws {
        try await TestServer.serving { server in
            let script = try await server.send("GET", path)
            #expect(script.headers["Content-Type"] == ["text/javascript; charset=utf-8"])
            for forbidden in [
                "eval(", "new Function", "document.write", "insertAdjacentHTML", "outerHTML", "setTimeout('", "importScripts", "http:",
            ] {
                #expect(!script.body.contains(forbidden))
            }
            #expect(script.body.ranges(of: "innerHTML").count == (path == "/glass.js" ? 1 : 0))
            #expect(script.body.ranges(of: "localStorage").count == (path == "/columns.js" ? 2 : 0))
        }
    }
}
