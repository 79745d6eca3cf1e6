// SPDX-License-Identifier: EUPL-1.2

import JOSE

/// A setting of `serve` that a configuration file and the environment may hold as well as the command line. Its name is the option's.
struct Setting: Sendable {
    /// How its value is written.
    enum Kind: Sendable {
        /// A text.
        case text
        /// A whole number.
        case number
        /// Yes or no.
        case flag
        /// Any number of texts; each is an option of its own.
        case texts
        /// Numbers that follow the option one behind the other.
        case numbers
    }

    let name: String
    let kind: Kind
    /// Whether the other commands have it as well: where accounts and keys are.
    let isShared: Bool
    /// Its value in force; nil when there is none.
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

    /// What the environment's names begin with.
    static let variablePrefix = "WALLET_PROVIDER_"
    /// The option that names the file; in the environment `WALLET_PROVIDER_CONFIG`.
    static let fileOption = "config"
}
