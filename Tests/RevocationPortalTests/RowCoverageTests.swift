// SPDX-License-Identifier: EUPL-1.2

import DesignRows
import ProviderProtocol
import Synchronization
import Testing

/// Walks through the portal like a browser. A step counts when its page is shown; a branch counts when its control is used and leads to its
/// target.
struct RowCoverageTests {
    /// The rows covered.
    private final class Taken: Sendable {
        private let rows = Mutex<Set<String>>([])

        var all: Set<String> { rows.withLock { $0 } }

        func take(_ row: String) { rows.withLock { _ = $0.insert("UC10.1/\(row)") } }
    }

    private let taken = Taken()

    /// Notes a page that the browser shows. Its step is the only row on it without a letter.
    private func shows(_ page: Answer, _ screen: String) throws -> Answer {
        try #require(page.status == 200 && page.screen == screen)
        for step in page.rows where step.last?.isNumber == true { taken.take(step) }
        return page
    }

    /// Follows the control of a row to a page of the portal or to an external address.
    private func follows(_ row: String, on page: Answer, to target: String, _ browser: TestBrowser) async throws {
        let link = try #require(page.link(row))
        if link.hasPrefix("/") {
            _ = try shows(try await browser.get(link), target)
        } else {
            #expect(link.hasPrefix(target))
        }
        taken.take(row)
    }

    @Test func `every step and branch of UC10_1 is taken, and no other`() async throws {
        let rows = try DesignRow.all().filter { $0.design == "UC10.1" && $0.isTaken }
        let test = try TestPortal()
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let form = try shows(try await browser.get("/"), "Form")
            try await follows("1.1d", on: form, to: "Help", browser)
            try await follows("1.1b", on: form, to: "Cancelled", browser)

            let refused = try shows(try await browser.enter("x"), "Refused")
            taken.take("1.1c")
            try await follows("2.1b", on: refused, to: "Help", browser)
            try await follows("2.1a", on: refused, to: "Form", browser)

            let revoked = try shows(try await browser.enter(code.text), "Revoked")
            taken.take("1.1a")
            try await follows("1.2c", on: revoked, to: "Help", browser)
            try await follows("1.2b", on: revoked, to: "https://apps.example", browser)
            try await follows("1.2a", on: revoked, to: "https://support.example", browser)
        }
        #expect(test.wallets.isRevoked(code))
        let coverage = DesignCoverage(of: "browser", rows: rows, taken: taken.all, exceptions: [])
        try coverage.record()
        #expect(coverage.rows.count == 12)
        #expect(coverage.missing == [])
        #expect(taken.all.subtracting(rows.map(\.name)) == [])
    }
}
