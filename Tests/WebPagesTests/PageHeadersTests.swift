// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Testing
import WebPages

struct PageHeadersTests {
    let headers = PageHeaders(contentSecurityPolicy: ["default-src 'none'", "script-src 'self'"])

    private func text(_ fields: HTTPFields, _ name: String) throws -> String? { fields[try #require(HTTPField.Name(name))] }

    @Test func `a response gets each security header once, even if it had one before`() throws {
        var fields: HTTPFields = [.cacheControl: "public", .contentType: "text/html"]
        headers.add(to: &fields)
        let once = fields
        headers.add(to: &fields)
        #expect(fields == once)
        for (name, value) in [
            ("Content-Security-Policy", "default-src 'none'; script-src 'self'"), ("X-Content-Type-Options", "nosniff"),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"), ("Origin-Agent-Cluster", "?1"), ("X-Frame-Options", "DENY"),
            ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"), ("Content-Type", "text/html"),
        ] {
            #expect(try text(fields, name) == value)
        }
        #expect(try text(fields, "Permissions-Policy")?.contains("camera=()") == true)
    }

    @Test func `a form page sends its origin, in either order of the calls`() throws {
        var fields = HTTPFields()
        PageHeaders.letFormNameItsOrigin(&fields)
        headers.add(to: &fields)
        #expect(try text(fields, "Referrer-Policy") == "same-origin")
        var others = HTTPFields()
        headers.add(to: &others)
        PageHeaders.letFormNameItsOrigin(&others)
        #expect(others == fields || Set(others.map(\.description)) == Set(fields.map(\.description)))
    }
}
