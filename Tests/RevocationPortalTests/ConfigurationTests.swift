// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Testing

@testable import RevocationPortal

/// The operator's settings.
struct ConfigurationTests {
    @Test(arguments: [
        ("https://portal.example", "https://portal.example"), ("https://portal.example/", "https://portal.example"),
        ("https://Portal.Example:443", "https://portal.example"), ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://localhost:80", "http://localhost"), ("https://portal.example:80", "https://portal.example:80"),
        ("http://[::1]:8080", "http://[::1]:8080"), ("HTTPS://portal.example", "https://portal.example"),
    ])
    func `a public address becomes the origin that browsers send`(_ address: String, _ origin: String) throws {
        #expect(try PublicOrigin(address).text(authority: "other.example") == origin)
        #expect(try PublicOrigin(address).isSecure == origin.hasPrefix("https:"))
    }

    @Test(arguments: [
        "", "portal.example", "ftp://portal.example", "https://", "https:///", "https://portal.example/path", "https://a@portal.example",
        "https://portal.example?x", "https://portal.example#x", "https://portal .example", "https://pörtal.example", "javascript:alert(1)",
        "https://portal.example\r\nX: y",
    ])
    func `an invalid public address is rejected`(_ address: String) {
        #expect(throws: PortalError.self) { try PublicOrigin(address) }
    }

    @Test func `without a public address the origin is taken from the request's host`() {
        #expect(PublicOrigin.asAsked(isSecure: false).text(authority: "127.0.0.1:18080") == "http://127.0.0.1:18080")
        #expect(PublicOrigin.asAsked(isSecure: true).text(authority: "LOCALHOST") == "https://localhost")
        #expect(PublicOrigin.asAsked(isSecure: true).text(authority: nil) == nil)
    }

    @Test(arguments: [
        "", "support", "/support", "javascript:alert(1)", "data:text/html,x", "https://", "https://ex ample", "https://é.example",
        "file:///etc/passwd",
        "https://a\n.example", "https://user@a.example", "https://user:canary@a.example",
    ])
    func `a page links only to http and https addresses`(_ text: String) {
        let error = #expect(throws: PortalError.self) { try ExternalAddress(text) }
        #expect(error.map { !"\($0)".contains("canary") } == true)
    }

    @Test(arguments: [(59, 600), (86_401, 600), (7200, 59), (7200, 3601), (0, 600), (-60, 600)])
    func `lifetimes outside their ranges are rejected`(_ form: Int, _ outcome: Int) throws {
        let origin = try PublicOrigin("https://portal.example")
        #expect(throws: PortalError.self) {
            try PortalConfiguration(origin: origin, formLifetime: .seconds(form), outcomeLifetime: .seconds(outcome))
        }
    }
}
