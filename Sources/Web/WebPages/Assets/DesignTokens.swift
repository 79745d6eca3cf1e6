// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// The colours, sizes and durations of all pages, as CSS custom properties: `tokens.css`, and `contrast.css` with the changes for high
/// contrast. Each page's own style sheet uses these names.
package struct DesignTokens: Sendable {
    private let tokens: [Declaration]
    private let contrast: [Declaration]

    /// A custom property and its value. Parsed without a regular expression, whose first use delays the start by several milliseconds.
    private struct Declaration {
        let name: Substring
        let value: Substring
        /// The values for light and dark, if they differ, separated by the first comma; colours are written with spaces.
        let pair: (light: Substring, dark: Substring)?

        /// Parses a declaration on a line of its own; nil for any other line.
        init?(line: Substring) {
            let text = line.drop(while: \.isWhitespace)
            guard text.hasPrefix("--"), text.hasSuffix(";"), let colon = text.firstIndex(of: ":") else { return nil }
            name = text[..<colon]
            let rest = text[colon...].dropLast()
            guard name.utf8.count > 2, name.utf8.allSatisfy(Self.isOfName), rest.hasPrefix(": "), rest.utf8.count > 2 else { return nil }
            value = rest.dropFirst(2)
            pair = Self.pair(value)
        }

        var isTextSize: Bool { name.hasPrefix("--text-") }

        private static func isOfName(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
            default: false
            }
        }

        private static func pair(_ value: Substring) -> (light: Substring, dark: Substring)? {
            let start = "light-dark("
            guard value.hasPrefix(start), value.hasSuffix(")") else { return nil }
            let content = value.dropFirst(start.count).dropLast()
            guard let comma = content.firstIndex(of: ","), comma > content.startIndex, content[comma...].hasPrefix(", ") else { return nil }
            let dark = content[comma...].dropFirst(2)
            return dark.isEmpty ? nil : (content[..<comma], dark)
        }
    }

    /// Reads the style sheets.
    ///
    /// - Parameter colors: values that replace the values of the tokens with these names; high contrast keeps its own values.
    /// - Throws: `MissingAsset` if a file is missing.
    package init(colors: [String: String] = [:]) throws {
        tokens = Self.recolored(try AssetFolder.shared.text("tokens.css"), with: colors).split(separator: "\n").compactMap(Declaration.init)
        contrast = try AssetFolder.shared.text("contrast.css").split(separator: "\n").compactMap(Declaration.init)
    }

    /// Replaces values in a style sheet's first rule, which has one token a line.
    ///
    /// - Parameter colors: the new values by the tokens' names; a name that the rule lacks is ignored.
    package static func recolored(_ styleSheet: String, with colors: [String: String]) -> String {
        guard !colors.isEmpty, let end = styleSheet.range(of: "\n}") else { return styleSheet }
        let lines = styleSheet[..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let token = Declaration(line: line), let color = colors[String(token.name)] else { return String(line) }
            return "    \(token.name): \(color);"
        }
        return lines.joined(separator: "\n") + styleSheet[end.lowerBound...]
    }

    /// The style sheet for pages whose elements can switch their look: `data-theme="light | dark"`, `data-contrast="more"`, otherwise the
    /// reader's preference; `data-text` and `--text-scale` set the text size. Requires a browser that supports `light-dark()`.
    package var switchableStyleSheet: String {
        let contrast = Self.lines(contrast.map { ($0.name, $0.value) })
        let text = tokens.filter(\.isTextSize).map { ($0.name, "calc(\($0.value) * var(--text-scale, 1))"[...]) }
        return Self.sheet([
            Self.rule(":root", "color-scheme: light dark;\n" + Self.lines(tokens.filter { !$0.isTextSize }.map { ($0.name, $0.value) })),
            Self.rule(":root, [data-text]", Self.lines(text)),
            Self.rule("[data-theme=\"light\"]", "color-scheme: light;"),
            Self.rule("[data-theme=\"dark\"]", "color-scheme: dark;"),
            Self.rule("[data-contrast=\"more\"]", contrast),
            Self.rule("@media (prefers-contrast: more), (forced-colors: active)", Self.rule(":root", contrast)),
            Self.forcedColors(":root, [data-contrast=\"more\"]"),
        ])
    }

    /// The style sheet for public pages, with separate rules for light and dark for browsers without `light-dark()`. Only the reader's
    /// preferences choose the look.
    package var plainStyleSheet: String {
        let light = Self.lines(tokens.map { ($0.name, $0.pair?.light ?? $0.value) })
        let dark = Self.lines(tokens.compactMap { token in token.pair.map { (token.name, $0.dark) } })
        let contrastLight = Self.lines(contrast.map { ($0.name, $0.pair?.light ?? $0.value) })
        let contrastDark = Self.lines(contrast.compactMap { token in token.pair.map { (token.name, $0.dark) } })
        return Self.sheet([
            Self.rule(":root", "color-scheme: light dark;\n" + light),
            Self.rule("@media (prefers-color-scheme: dark)", Self.rule(":root", dark)),
            Self.rule("@media (prefers-contrast: more), (forced-colors: active)", Self.rule(":root", contrastLight)),
            Self.rule("@media (prefers-contrast: more) and (prefers-color-scheme: dark)", Self.rule(":root", contrastDark)),
            Self.forcedColors(":root"),
        ])
    }

    /// Forced colours: like high contrast, but with the reader's own palette by system colour names.
    private static func forcedColors(_ selector: String) -> String {
        rule("@media (forced-colors: active)", rule(selector, "--paper: Canvas;\n--ink: CanvasText;\n--focus: Highlight;"))
    }

    private static func lines(_ declarations: [(Substring, Substring)]) -> String {
        declarations.map { "\($0): \($1);" }.joined(separator: "\n")
    }

    private static func rule(_ selector: String, _ content: String) -> String { selector + " {\n" + content + "\n}" }

    private static func sheet(_ rules: [String]) -> String { rules.joined(separator: "\n\n") + "\n" }
}
