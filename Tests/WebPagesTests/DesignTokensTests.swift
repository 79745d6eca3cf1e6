// SPDX-License-Identifier: EUPL-1.2

import Testing

@testable import WebPages

/// Two style sheets generated from one list of tokens.
struct DesignTokensTests {
    let switchable: String
    let plain: String

    init() throws {
        let tokens = try DesignTokens()
        switchable = tokens.switchableStyleSheet
        plain = tokens.plainStyleSheet
    }

    /// The properties in a style sheet's first rule for a selector.
    private func values(_ sheet: String, _ selector: String) throws -> [String: String] {
        let start = try #require(sheet.ranges(of: selector + " {\n").first).upperBound
        let block = sheet[start...].prefix { $0 != "}" }
        return Dictionary(
            uniqueKeysWithValues: block.matches(of: /--([a-z0-9-]+): (.+);/).map { (String($0.output.1), String($0.output.2)) })
    }

    @Test func `both style sheets contain every token of the file`() throws {
        for (file, least) in [("tokens.css", 70), ("contrast.css", 30)] {
            let text = try AssetFolder.shared.text(file)
            let names = text.matches(of: /(--[a-z0-9-]+):/).map(\.output.1)
            #expect(names.count > least && Set(names).count == names.count)
            for name in names { #expect(switchable.contains("\(name): ") && plain.contains("\(name): "), "\(name)") }
        }
    }

    @Test func `both style sheets have the same values for light and dark`() throws {
        let pairs = try values(switchable, ":root")
        let light = try values(plain, ":root")
        let dark = try values(plain, "@media (prefers-color-scheme: dark) {\n:root")
        #expect(dark.count > 20)
        for (name, pair) in pairs {
            let bright = try #require(light[name])
            #expect(pair == (dark[name].map { "light-dark(\(bright), \($0))" } ?? bright), "\(name)")
        }
        #expect(dark["line"] == "rgb(169 182 204 / 60%)")
    }

    @Test func `text sizes follow the switch if there is one, otherwise the reader's preference`() throws {
        let scaled = try values(switchable, ":root, [data-text]")
        let light = try values(plain, ":root")
        #expect(scaled.count == 6)
        for (name, value) in scaled { #expect(value == "calc(\(light[name] ?? "") * var(--text-scale, 1))", "\(name)") }
    }

    @Test func `high contrast is the same by preference and by switch, and separate for old browsers`() throws {
        let preferred = try values(switchable, "@media (prefers-contrast: more), (forced-colors: active) {\n:root")
        #expect(try values(switchable, "[data-contrast=\"more\"]") == preferred)
        #expect(preferred["paper"] == "light-dark(#FFFFFF, #000000)" && preferred["muted"] == "var(--ink)")
        let light = try values(plain, "@media (prefers-contrast: more), (forced-colors: active) {\n:root")
        let dark = try values(plain, "@media (prefers-contrast: more) and (prefers-color-scheme: dark) {\n:root")
        #expect(Set(light.keys) == Set(preferred.keys))
        #expect(dark == ["paper": "#000000", "ink": "#FFFFFF"] && light["paper"] == "#FFFFFF" && light["ink"] == "#000000")
    }

    @Test func `the plain style sheet needs no new browser feature, and no style sheet loads anything`() {
        #expect(!plain.contains("light-dark(") && !plain.contains("[data-"))
        for sheet in [plain, switchable] {
            #expect(!sheet.contains("url(") && !sheet.contains("@import"))
            #expect(sheet.filter { $0 == "{" }.count == sheet.filter { $0 == "}" }.count)
        }
    }
}
