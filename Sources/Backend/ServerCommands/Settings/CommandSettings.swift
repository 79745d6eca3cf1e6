// SPDX-License-Identifier: EUPL-1.2

import JSON

/// The settings of a command that runs a server.
package struct CommandSettings<Command>: Sendable {
    let command: String
    let all: [Setting<Command>]

    /// The settings of a command.
    ///
    /// - Parameters:
    ///   - command: the name of the command.
    ///   - all: in the order in which they are printed.
    package init(of command: String = "serve", _ all: [Setting<Command>]) {
        self.command = command
        self.all = all
    }

    package var names: [String] { all.map(\.key.name) }

    /// The names of the options, in the same order.
    package var options: [String] { all.map(\.key.option) }

    /// The settings without their values.
    package var table: SettingsTable { SettingsTable(command: command, keys: all.map(\.key)) }

    /// The configuration file that yields the settings in force, printed by `--print-config`.
    package func printed(_ command: Command) -> String {
        func text(_ value: JSONValue) -> String { String(decoding: value.encode(), as: UTF8.self) }
        let lines = all.compactMap { setting in setting.value(command).map { "  \(text(.string(setting.key.name))): \(text($0))" } }
        return "{\n" + lines.joined(separator: ",\n") + "\n}"
    }
}

/// The settings that one command takes.
package struct SettingsTable: Sendable {
    let command: String
    let keys: [SettingKey]
}
