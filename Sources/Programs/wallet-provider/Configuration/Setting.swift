// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// A setting of `serve` that may come from the command line, the environment or a configuration file. Its name is the option's.
struct Setting: Sendable {
    /// The form of a value.
    enum Kind: Sendable {
        case text
        case number
        case flag
        /// Any number of texts; each becomes a separate option.
        case texts
        /// Several numbers after one option.
        case numbers
    }

    let name: String
    let kind: Kind
    /// True if other commands have the setting too: the locations of accounts and keys.
    let isShared: Bool
    /// The effective value; nil if there is none.
    let value: @Sendable (Serve) -> JSONValue?

    private init(_ name: String, _ kind: Kind, isShared: Bool = false, _ value: @escaping @Sendable (Serve) -> JSONValue?) {
        self.name = name
        self.kind = kind
        self.isShared = isShared
        self.value = value
    }

    static func text(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Serve) -> String?) -> Setting {
        Setting(name, .text, isShared: isShared) { value($0).map(JSONValue.string) }
    }

    static func number(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Serve) -> Int?) -> Setting {
        Setting(name, .number, isShared: isShared) { value($0).map { .integer(Int64($0)) } }
    }

    static func flag(_ name: String, _ value: @escaping @Sendable (Serve) -> Bool) -> Setting {
        Setting(name, .flag) { .bool(value($0)) }
    }

    static func texts(_ name: String, isShared: Bool = false, _ value: @escaping @Sendable (Serve) -> [String]) -> Setting {
        Setting(name, .texts, isShared: isShared) { value($0).isEmpty ? nil : .array(value($0).map(JSONValue.string)) }
    }

    static func numbers(_ name: String, _ value: @escaping @Sendable (Serve) -> [Int]) -> Setting {
        Setting(name, .numbers) { .array(value($0).map { .integer(Int64($0)) }) }
    }

    /// `WALLET_PROVIDER_REQUESTS_PER_ADDRESS` for `requests-per-address`.
    var variable: String { Self.variablePrefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    /// The prefix of environment variables.
    static let variablePrefix = "WALLET_PROVIDER_"
    /// The option for the file's path; in the environment `WALLET_PROVIDER_CONFIG`.
    static let fileOption = "config"
}
