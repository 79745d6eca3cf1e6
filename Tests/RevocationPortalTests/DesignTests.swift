// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Testing
import WebPages

@testable import RevocationPortal

/// Compares the portal with the functional design and its own style sheets.
struct DesignTests {
    private static func read(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `every step and branch of UC10.1 is a page or a control of the portal, and there are no others`() async throws {
        let rows = try Self.read("Documentation/FunctionalDesign/UC10.1.md").split(separator: "\n").compactMap { line -> String? in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            return cells.count == 6 && cells[1].first?.isNumber == true && cells[2] != "scenario" ? cells[1] : nil
        }
        try #require(rows.count == 12)
        let test = try TestPortal()
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let pages = [try await browser.get("/"), try await browser.enter(code.text), try await browser.enter("x")]
            // 1.1c is the button of 1.1a with a different code; RefusedCodeTests cover it.
            #expect(pages.reduce(into: Set(["1.1c"])) { $0.formUnion($1.rows) } == Set(rows))
        }
    }

    @Test func `only the tokens define colours and sizes`() throws {
        for name in ["portal.css", "pictures.css"] {
            let style = try PortalResources(skin: .nlWallet).folder.text(name).replacing(/\/\*[\s\S]*?\*\//, with: "").replacing(
                /@media[^{]*/, with: "")
            #expect(style.matches(of: /#[0-9A-Fa-f]{3,8}\b|rgb|hsl|\d(px|rem)\b/).isEmpty, "\(name)")
        }
    }

    @Test func `every class in pages and drawings is defined`() async throws {
        let files = try PortalResources(skin: .nlWallet).assets()
        let styles = ["/portal.css", "/pictures.css"].compactMap { files[$0].map { String(decoding: $0.bytes, as: UTF8.self) } }.joined()
        let test = try TestPortal()
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let pages = [
                try await browser.get("/"), try await browser.enter(""), try await browser.enter(code.text), try await browser.enter("x"),
                try await browser.get("/help"),
            ]
            let classes = Set(pages.flatMap { $0.body.matches(of: /class="([^"]+)"/).flatMap { $0.output.1.split(separator: " ") } })
            // Elements that move in the app are static here.
            for name in classes where !name.hasPrefix("m-") {
                #expect(styles.contains(".\(name)"), "\(name)")
            }
        }
    }

    @Test func `every token in a style sheet exists`() throws {
        let styles = try PortalResources(skin: .nlWallet).assets().filter { $0.key.hasSuffix(".css") }.map {
            String(decoding: $0.value.bytes, as: UTF8.self)
        }
        .joined()
        let known = Set(styles.matches(of: /(--[a-z0-9-]+):/).map(\.output.1))
        let named = Set(styles.matches(of: /var\((--[a-z0-9-]+)/).map(\.output.1))
        #expect(named.count > 60 && named.subtracting(known).isEmpty, "\(named.subtracting(known))")
    }
}
