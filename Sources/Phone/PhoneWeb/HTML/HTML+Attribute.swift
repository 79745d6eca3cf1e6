// SPDX-License-Identifier: EUPL-1.2

extension HTML {
    /// An attribute: its name is ours, its value is escaped. None can hold a script, a style or an address.
    struct Attribute: Sendable, Hashable {
        private let name: String
        private let value: String?

        private init(_ name: String, _ value: String?) {
            self.name = name
            self.value = value
        }

        /// With a leading space.
        var markup: String {
            guard let value else { return " \(name)" }
            return " \(name)=\"\(value.escapedForHTML)\""
        }

        /// Style classes, as words.
        static func `class`(_ words: String) -> Attribute { Attribute("class", words) }
        /// The element's id.
        static func id(_ id: String) -> Attribute { Attribute("id", id) }
        /// What it is for assistive technology.
        static func role(_ role: String) -> Attribute { Attribute("role", role) }
        /// The language of its text.
        static func lang(_ language: String) -> Attribute { Attribute("lang", language) }
        /// The order in which Tab reaches it.
        static func tabindex(_ index: Int) -> Attribute { Attribute("tabindex", String(index)) }
        /// What kind of button or input it is.
        static func type(_ type: StaticString) -> Attribute { Attribute("type", "\(type)") }
        /// The table direction that a heading is for.
        static func scope(_ scope: StaticString) -> Attribute { Attribute("scope", "\(scope)") }
        /// `data-…`.
        static func data(_ name: StaticString, _ value: String) -> Attribute { Attribute("data-\(name)", value) }
        /// `aria-…`.
        static func aria(_ name: StaticString, _ value: String) -> Attribute { Attribute("aria-\(name)", value) }
        /// Cannot be used and is not read.
        static let inert = Attribute("inert", nil)
        /// Cannot be pressed.
        static let disabled = Attribute("disabled", nil)
        /// Is switched on.
        static let checked = Attribute("checked", nil)
        /// Is not to be translated.
        static let untranslated = Attribute("translate", "no")
    }
}

extension String {
    /// Safe as text and between quotes: markup characters become references, what HTML cannot hold becomes U+FFFD.
    var escapedForHTML: String {
        var escaped = ""
        escaped.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "`": escaped += "&#96;"
            case "\n", "\t": escaped.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
