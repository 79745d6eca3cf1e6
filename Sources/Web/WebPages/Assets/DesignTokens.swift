// SPDX-License-Identifier: EUPL-1.2

/// The colours, sizes and durations that all pages share, as custom properties of CSS: `tokens.css`, and `contrast.css` for what high
/// contrast changes. Each page's own style sheet is written with these names.
package struct DesignTokens: Sendable {
    private let tokens: [Declaration]
    private let contrast: [Declaration]

    /// A custom property and its value. Read without a regular expression: the first use of each costs a start several milliseconds.
    private struct Declaration {
        let name: Substring
        let value: Substring
        /// The values in the light and in the dark, where they differ. The first comma parts them: colours are written with spaces.
        let pair: (light: Substring, dark: Substring)?

        /// One that stands in a line of its own; nil for any other line.
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

    /// Reads them.
    ///
    /// - Throws: `MissingAsset` when a file is not there.
    package init() throws(MissingAsset) {
        tokens = try AssetFolder.shared.text("tokens.css").split(separator: "\n").compactMap(Declaration.init)
        contrast = try AssetFolder.shared.text("contrast.css").split(separator: "\n").compactMap(Declaration.init)
    }

    /// For pages where somebody can switch the look of any element: data-theme="light | dark", data-contrast="more", else what the reader
    /// prefers; and with data-text and --text-scale the size of text. For browsers that know light-dark().
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

    /// For pages for everybody, also with browsers that do not know light-dark(): light and dark are written apart. The reader's
    /// preferences are all that counts.
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

    /// Forced colours: the same as high contrast, with the reader's own palette by the system's names.
    private static func forcedColors(_ selector: String) -> String {
        rule("@media (forced-colors: active)", rule(selector, "--paper: Canvas;\n--ink: CanvasText;\n--focus: Highlight;"))
    }

    private static func lines(_ declarations: [(Substring, Substring)]) -> String {
        declarations.map { "\($0): \($1);" }.joined(separator: "\n")
    }

    private static func rule(_ selector: String, _ content: String) -> String { selector + " {\n" + content + "\n}" }

    private static func sheet(_ rules: [String]) -> String { rules.joined(separator: "\n\n") + "\n" }
}
