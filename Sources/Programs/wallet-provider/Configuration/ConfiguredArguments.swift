// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ProviderState

/// The program's arguments, completed from a configuration file and the environment.
enum ConfiguredArguments {
    private static let commandsWithBackend: Set = ["portal", "migrate", "keys", "revoke", "audit", "account", "witness"]

    /// Completes the arguments.
    ///
    /// - Parameters:
    ///   - arguments: the arguments without the program's name.
    ///   - environment: the process's environment variables.
    /// - Throws: `StartError` as `SettingSources` does.
    static func complete(_ arguments: [String], environment: [String: String]) async throws -> [String] {
        guard let command = arguments.first, !arguments.contains(where: { ["-h", "--help", "--version"].contains($0) }) else {
            return arguments
        }
        let settings: [Setting]
        switch command {
        case "serve": settings = Settings.all
        case let command where commandsWithBackend.contains(command): settings = Settings.all.filter(\.isShared)
        default: return arguments
        }
        let options = arguments.filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2).prefix { $0 != "=" }) }
        let variable = Setting.variablePrefix + Setting.fileOption.uppercased()
        let sources = SettingSources(environment: environment, file: file(in: arguments) ?? environment[variable])
        return arguments + (try await sources.arguments(for: settings, without: Set(options)))
    }

    /// The value of `--config`.
    private static func file(in arguments: [String]) -> String? {
        let option = "--" + Setting.fileOption
        if let index = arguments.firstIndex(of: option) { return arguments.dropFirst(index + 1).first }
        return arguments.first { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }
}
