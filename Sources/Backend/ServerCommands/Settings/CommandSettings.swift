// SPDX-License-Identifier: EUPL-1.2

import JOSE
import ProviderState

/// The settings of a program's `serve` command: on the command line, in the environment and in a configuration file.
///
/// Precedence: command line, environment, file, default. Secrets are never settings: they are in files, and the settings are their paths.
package struct CommandSettings<Command>: Sendable {
    let prefix: String
    let sharingCommands: Set<String>
    let all: [Setting<Command>]

    /// The settings of a program.
    ///
    /// - Parameters:
    ///   - prefix: of the environment variables, such as `WALLET_PROVIDER_`.
    ///   - sharingCommands: the other commands that take the shared settings.
    ///   - all: in the order in which they are printed.
    package init(prefix: String, sharingCommands: Set<String>, _ all: [Setting<Command>]) {
        self.prefix = prefix
        self.sharingCommands = sharingCommands
        self.all = all
    }

    package var names: [String] { all.map(\.name) }

    /// Returns the environment variable of a setting: `WALLET_PROVIDER_REQUESTS_PER_ADDRESS` for `requests-per-address`.
    func variable(of name: String) -> String { prefix + name.uppercased().map { $0 == "-" ? "_" : String($0) }.joined() }

    /// Adds the values of the configuration file and the environment to the arguments of the program.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - environment: the process's variables.
    /// - Throws: `StartError` for an unknown key, a value of another type, or a file that cannot be read.
    package func complete(_ arguments: [String], environment: [String: String]) async throws -> [String] {
        guard let command = arguments.first, !arguments.contains(where: { ["-h", "--help", "--version"].contains($0) }) else {
            return arguments
        }
        guard command == "serve" || sharingCommands.contains(command) else { return arguments }
        let settings = command == "serve" ? all : all.filter(\.isShared)
        let given = arguments.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        let sources = SettingSources(self, environment: environment, file: file(in: arguments, environment))
        return arguments + (try await sources.arguments(for: settings, without: Set(given)))
    }

    /// The configuration file that would bring about the settings in force: what `--print-config` prints.
    package func printed(_ command: Command) -> String {
        func text(_ value: JSONValue) -> String { String(decoding: value.encode(), as: UTF8.self) }
        let lines = all.compactMap { setting in setting.value(command).map { "  \(text(.string(setting.name))): \(text($0))" } }
        return "{\n" + lines.joined(separator: ",\n") + "\n}"
    }

    /// Returns true when the log of a command is JSON.
    ///
    /// The file may be what is wrong with the command, so it is searched as text.
    package func isLogJSON(_ arguments: [String], _ environment: [String: String]) -> Bool {
        if let format = arguments.value(ofOption: "log-format") ?? environment[variable(of: "log-format")] { return format == "json" }
        guard let file = file(in: arguments, environment), let bytes = try? InputFile(path: file).bytes() else { return false }
        return String(decoding: bytes, as: UTF8.self).contains(/"log-format"\s*:\s*"json"/)
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
