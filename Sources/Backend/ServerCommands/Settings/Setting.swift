// SPDX-License-Identifier: EUPL-1.2

import JSON

/// A setting of a command, which can be given in a configuration file, in the environment or on the command line.
package struct Setting<Command>: Sendable {
    let key: SettingKey
    /// The value in force; nil if the setting has no value.
    let value: @Sendable (Command) -> JSONValue?

    private init(_ key: SettingKey, _ value: @escaping @Sendable (Command) -> JSONValue?) {
        self.key = key
        self.value = value
    }

    private init(_ name: String, _ kind: SettingKind, _ isShared: Bool, _ value: @escaping @Sendable (Command) -> JSONValue?) {
        self.init(SettingKey(name: name, option: name, kind: kind, isShared: isShared), value)
    }

    /// Returns the setting of a command that shares file and environment with another command's options of the same names: `port` of
    /// `portal` is `portal-port`.
    package func prefixed(by command: String) -> Setting {
        Setting(SettingKey(name: "\(command)-\(key.name)", option: key.option, kind: key.kind, isShared: key.isShared), value)
    }

    /// Creates a setting whose value is a text; nil is not printed.
    package static func text(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> String?) -> Setting {
        Setting(name, .text, isShared) { value($0).map(JSONValue.string) }
    }

    /// Creates a setting whose value is a whole number; nil is not printed.
    package static func number(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> Int?) -> Setting {
        Setting(name, .number, isShared) { value($0).map { .integer(Int64($0)) } }
    }

    /// Creates a setting whose value is true or false.
    package static func flag(_ name: String, _ value: @escaping @Sendable (Command) -> Bool) -> Setting {
        Setting(name, .flag, false) { .bool(value($0)) }
    }

    /// Creates a setting with any number of texts; on the command line the option is repeated for each. An empty list is not printed.
    package static func texts(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Command) -> [String]) -> Setting {
        Setting(name, .texts, isShared) { value($0).isEmpty ? nil : .array(value($0).map(JSONValue.string)) }
    }

    /// Creates a setting with a list of whole numbers, which follow one option.
    package static func numbers(_ name: String, _ value: @escaping @Sendable (Command) -> [Int]) -> Setting {
        Setting(name, .numbers, false) { .array(value($0).map { .integer(Int64($0)) }) }
    }
}

/// The names and the form of a setting.
struct SettingKey: Sendable {
    /// The name in a configuration file and, in capitals, in the environment.
    let name: String
    /// The name of the option.
    let option: String
    let kind: SettingKind
    /// Other commands of the program have this setting as well.
    let isShared: Bool
}

/// The form of a setting's value.
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
