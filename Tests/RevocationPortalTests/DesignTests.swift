// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderProtocol
import Testing

@testable import RevocationPortal

/// The portal against the functional design and the app's look.
struct DesignTests {
    private static func read(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    @Test func `every step and branch of UC10.1 is a page or a control of the portal, and there is no other`() async throws {
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
            // 1.1c is the button of 1.1a with another code; RefusedCodeTests take it.
            #expect(pages.reduce(into: Set(["1.1c"])) { $0.formUnion($1.rows) } == Set(rows))
        }
    }

    @Test func `colours and sizes are the phone's, light and dark`() throws {
        let phone = try Self.read("Sources/Phone/PhoneWeb/Assets/tokens.css")
        let ours = String(decoding: try PortalResources().file("tokens.css"), as: UTF8.self)
        let theirs = Self.tokens(try #require(phone.split(separator: "\n}\n").first))
        let light = Self.tokens(try #require(ours.split(separator: "\n}\n").first))
        let dark = Self.tokens(try #require(ours.split(separator: "\n}\n").dropFirst().first))
        try #require(light.count > 60 && dark.count > 15)
        for (name, value) in light {
            guard let pair = theirs[name] else {
                // A size of type is scaled on the phone; the rest is the portal's own.
                #expect(name.hasPrefix("text-") || ["column", "sheet-edge", "picture-height", "code-tracking"].contains(name), "\(name)")
                continue
            }
            let parts = pair.wholeMatch(of: /light-dark\((.*), ((?:rgb\(.*\))|[^,()]+)\)/)
            #expect(value == parts.map { String($0.output.1) } ?? pair, "\(name)")
            #expect(dark[name] ?? value == parts.map { String($0.output.2) } ?? pair, "\(name) in the dark")
        }
        for name in light.keys where name.hasPrefix("text-") {
            #expect(phone.contains("--\(name): calc(\(light[name] ?? "") * var(--text-scale, 1));"))
        }
    }

    private static func tokens(_ block: Substring) -> [String: String] {
        Dictionary(
            block.matches(of: /--([a-z0-9-]+): (.+);/).map { (String($0.output.1), String($0.output.2)) },
            uniquingKeysWith: { first, _ in first })
    }

    @Test func `only the tokens name colours and sizes`() throws {
        for name in ["portal.css", "pictures.css"] {
            let style = String(decoding: try PortalResources().file(name), as: UTF8.self).replacing(/\/\*[\s\S]*?\*\//, with: "")
                .replacing(/@media[^{]*/, with: "")
            #expect(style.matches(of: /#[0-9A-Fa-f]{3,8}\b|rgb|hsl|\d(px|rem)\b/).isEmpty, "\(name)")
        }
    }

    @Test func `every class of the pages and drawings has a meaning`() async throws {
        let styles = try ["portal.css", "pictures.css"].map { String(decoding: try PortalResources().file($0), as: UTF8.self) }.joined()
        let test = try TestPortal()
        let code = test.wallets.add(1)
        try await test.serving { open in
            let browser = open()
            let pages = [
                try await browser.get("/"), try await browser.enter(""), try await browser.enter(code.text), try await browser.enter("x"),
                try await browser.get("/help"),
            ]
            let classes = Set(pages.flatMap { $0.body.matches(of: /class="([^"]+)"/).flatMap { $0.output.1.split(separator: " ") } })
            // What moves in the app stands still here.
            for name in classes where !name.hasPrefix("m-") && name != "p-line-thick" {
                #expect(styles.contains(".\(name)"), "\(name)")
            }
        }
    }
}
