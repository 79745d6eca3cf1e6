// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import ProviderProtocol
import TestEnvironment
import Testing

/// An unavailable provider, and its traces in the log.
struct OutageTests {
    let test: TestPortal

    init() throws {
        test = try TestPortal()
    }

    @Test func `during an outage the page says that the outcome is unknown, and the same code works later`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            _ = try await browser.get("/?lang=en")
            test.wallets.setDown(true)
            let answer = try await browser.submit(code.text)
            #expect(answer.status == 503 && answer.screen == "Unavailable" && answer.header("Retry-After") == "60")
            #expect(answer.body.contains("We do not know whether your wallet is deleted") && !answer.body.contains("canary"))
            #expect(browser.cookies["__Host-outcome"] == nil)
            test.wallets.setDown(false)
            #expect(try await browser.enter(code.text).screen == "Revoked")
        }
    }

    @Test func `an outage after a success does not change the outcome page`() async throws {
        let code = test.wallets.add(1)
        try await test.serving { [test] open in
            let browser = open()
            _ = try await browser.enter(code.text)
            test.wallets.setDown(true)
            _ = try await browser.submit(code.text)
            #expect(try await browser.get("/result").screen == "Revoked")
        }
    }

    @Test func `a malformed code is also rejected during an outage, because the provider is not needed`() async throws {
        test.wallets.setDown(true)
        try await test.serving { open in
            let page = try await open().enter("0000")
            #expect(page.screen == "Refused")
        }
    }

    @Test func `support finds the request in the log by the reference on the page`() async throws {
        let code = test.wallets.add(1)
        test.wallets.setDown(true)
        try await test.serving { [test] open in
            let page = try await open().submit(code.text)
            let reference = try #require(page.body.firstMatch(of: /<dd translate="no">([0-9a-f]{16})<\/dd>/)).output.1
            let lines = test.log.lines.filter { $0.contains("correlation_id=\(reference)") }
            #expect(lines.count == 2)
            #expect(lines.contains { $0.contains("part=revocation") && $0.contains("error_type=Down") })
            #expect(lines.contains { $0.contains("problem=unavailable") && $0.contains("status=503") && $0.contains("duration_ms=") })
        }
    }

    @Test func `each request has one log line without personal or received data`()
        async throws
    {
        let (code, unknown) = (test.wallets.add(1), WalletTable.unknown(5))
        try await test.serving { [test] open in
            let browser = open()
            let ours =
                TestBrowser.ours + [("X-Forwarded-For", "198.51.100.77"), ("User-Agent", "canary-agent"), ("Referer", "canary-referer")]
            _ = try await browser.submit(code.text, headers: ours)
            _ = try await browser.submit(unknown.text, headers: ours)
            _ = try await browser.submit("canary-typed", headers: ours)
            _ = try await browser.get("/result")
            _ = try await browser.get("/canary-path?canary=query&lang=en")
            _ = try await browser.post([("token", "canary-token"), ("code", code.text)])
            _ = try await browser.request(.post, "/", headers: ours, body: "canary-body".utf8)
            test.wallets.setDown(true)
            _ = try await browser.submit(code.text, headers: ours)
            let lines = test.log.lines
            #expect(lines.filter { $0.contains(" request ") }.count == 12)
            #expect(lines.contains { $0.contains("route=/ ") && $0.contains("status=303") })
            #expect(lines.contains { $0.contains("route=NotFound") && $0.contains("problem=not_found") && $0.contains("status=404") })
            #expect(lines.contains { $0.contains("problem=form_not_accepted") && $0.contains("status=403") })
            #expect(lines.contains { $0.contains("problem=malformed_request") && $0.contains("status=415") })
            let secrets = [code.text, unknown.text, "198.51.100.77", "canary"] + browser.cookies.values
            for line in lines {
                for secret in secrets { #expect(!line.lowercased().contains(secret.lowercased())) }
            }
        }
    }

    @Test func `values that could reach a log hide their content`() throws {
        let key = try PortalKeyProbe.description()
        #expect(key == "PortalKey(hidden)")
    }
}
