// SPDX-License-Identifier: EUPL-1.2

import ServerState

/// The settings of a program's servers: on the command line, in the environment and in a configuration file, which all its commands share.
///
/// Precedence: command line, environment, file, default. Secrets are never settings: they are in files, and settings name only the paths of
/// these files.
package struct ProgramSettings: Sendable {
    let prefix: String
    private let tables: [SettingsTable]
    private let sharingCommands: Set<String>

    /// The settings of a program.
    ///
    /// - Parameters:
    ///   - prefix: of the environment variables, such as `WALLET_PROVIDER_`.
    ///   - tables: the settings of each command that runs a server.
    ///   - sharingCommands: the other commands, which take the shared settings.
    package init(prefix: String, _ tables: [SettingsTable], sharingCommands: Set<String> = []) {
        self.prefix = prefix
        self.tables = tables
        self.sharingCommands = sharingCommands
    }

    /// The settings of all commands; a shared setting is in more than one table.
    var keys: [SettingKey] { tables.flatMap(\.keys) }

    /// Returns the settings of a command; nil if it takes none.
    private func keys(of command: String) -> [SettingKey]? {
        if let table = tables.first(where: { $0.command == command }) { return table.keys }
        return sharingCommands.contains(command) ? tables.first?.keys.filter(\.isShared) : nil
    }

    /// Returns the environment variable of a setting: `WALLET_PROVIDER_REQUESTS_PER_ADDRESS` for `requests-per-address`.
    func variable(of name: String) -> String { prefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    /// Adds the values of the configuration file and the environment to the arguments of the program.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: the process's variables.
    /// - Throws: `StartError` for an unknown key, a value that is empty or of the wrong type, or a file that cannot be read.
    package func complete(_ arguments: [String], environment: [String: String]) async throws -> [String] {
        try await completed(arguments, environment: environment).arguments
    }

    /// Works like `complete`, and also returns the origin of each added option.
    func completed(_ arguments: [String], environment: [String: String]) async throws -> CompletedArguments {
        guard let command = arguments.first, !arguments.contains(where: { ["-h", "--help", "--version"].contains($0) }),
            let keys = keys(of: command)
        else { return CompletedArguments(arguments: arguments) }
        let file = file(in: arguments, environment)
        guard file != "" else {
            throw StartError("--config or \(variable(of: "config")) is empty: give the path of a file, or leave it out")
        }
        let given = arguments.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        let sources = SettingSources(self, environment: environment, file: file)
        var completed = try await sources.arguments(for: keys, without: Set(given))
        completed.arguments = arguments + completed.arguments
        return completed
    }

    /// Returns true when the log of a command is JSON.
    ///
    /// The file itself may be the error, so it is searched as plain text.
    package func isLogJSON(_ arguments: [String], _ environment: [String: String]) -> Bool {
        let name = arguments.first.flatMap(keys(of:))?.first { $0.option == "log-format" }?.name ?? "log-format"
        if let format = arguments.value(ofOption: "log-format") ?? environment[variable(of: name)] { return format == "json" }
        guard let file = file(in: arguments, environment), let text = try? SettingsFile(path: file).json,
            let line = try? Regex(#""\#(name)"\s*:\s*"json""#)
        else { return false }
        return String(decoding: text, as: UTF8.self).contains(line)
    }

    private func file(in arguments: [String], _ environment: [String: String]) -> String? {
        arguments.value(ofOption: "config") ?? environment[variable(of: "config")]
    }
}

extension [String] {
    /// The value of an option among the arguments: `--name value` or `--name=value`.
    fileprivate func value(ofOption name: String) -> String? {
        if let index = firstIndex(of: "--" + name) { return dropFirst(index + 1).first }
        return first { $0.hasPrefix("--\(name)=") }.map { String($0.dropFirst(name.count + 3)) }
    }
}
