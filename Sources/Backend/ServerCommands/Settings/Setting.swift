// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// A setting of a command that a configuration file and the environment may hold as well as the command line. Its name is the option's name.
package struct Setting<Command>: Sendable {
    let name: String
    let kind: SettingKind
    /// Other commands of the program have this setting as well.
    let isShared: Bool
    /// The value in force; nil without one.
    let value: @Sendable (Command) -> JSONValue?

    private init(_ name: String, _ kind: SettingKind, _ isShared: Bool, _ value: @escaping @Sendable (Command) -> JSONValue?) {
        self.name = name
        self.kind = kind
        self.isShared = isShared
        self.value = value
    }

    /// A text.
    package static func text(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> String?) -> Setting {
        Setting(name, .text, isShared) { value($0).map(JSONValue.string) }
    }

    /// A whole number.
    package static func number(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> Int?) -> Setting {
        Setting(name, .number, isShared) { value($0).map { .integer(Int64($0)) } }
    }

    /// Yes or no.
    package static func flag(_ name: String, _ value: @escaping @Sendable (Command) -> Bool) -> Setting {
        Setting(name, .flag, false) { .bool(value($0)) }
    }

    /// Any number of texts; each text is an option of its own.
    package static func texts(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> [String]) -> Setting {
        Setting(name, .texts, isShared) { value($0).isEmpty ? nil : .array(value($0).map(JSONValue.string)) }
    }

    /// Whole numbers that follow one option.
    package static func numbers(_ name: String, _ value: @escaping @Sendable (Command) -> [Int]) -> Setting {
        Setting(name, .numbers, false) { .array(value($0).map { .integer(Int64($0)) }) }
    }
}

/// How the value of a setting is written.
enum SettingKind: Sendable {
    case text
    case number
    case flag
    case texts
    case numbers

    /// Returns true when a value of a configuration file is of this kind.
    func fits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.text, .string), (.number, .integer), (.flag, .bool): true
        case (.texts, .array(let values)): values.allSatisfy { if case .string = $0 { true } else { false } }
        case (.numbers, .array(let values)): values.allSatisfy { if case .integer = $0 { true } else { false } }
        default: false
        }
    }

    /// The kind in an error message.
    var words: String {
        switch self {
        case .text: "a text"
        case .number: "a whole number"
        case .flag: "true or false"
        case .texts: "a list of texts"
        case .numbers: "a list of whole numbers"
        }
    }
}
