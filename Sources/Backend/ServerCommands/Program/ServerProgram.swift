// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import Foundation
import Logging
import ServerKit

/// A program with a server among its commands, whose settings can also come from a configuration file and the environment.
package protocol ServerProgram: AsyncParsableCommand {
    static var settings: ProgramSettings { get }
    /// The label of the log of each command that runs a server.
    static var logLabels: [String: String] { get }
    /// Commands whose exit codes scripts distinguish: for these commands a wrong command line ends with 2 instead of 64.
    static var scriptedCommands: Set<String> { get }
}

extension ServerProgram {
    /// Runs the command that the arguments name, and ends the process when it fails.
    package static func runCommand() async {
        let (arguments, environment) = (Array(CommandLine.arguments.dropFirst()), ProcessInfo.processInfo.environment)
        do {
            var command = try parseAsRoot(try await settings.complete(arguments, environment: environment))
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            logStartError(error, arguments, environment)
            guard exitCode(for: error) == .validationFailure, scriptedCommands.contains(arguments.first ?? "") else {
                exit(withError: error)
            }
            Terminal.complain(fullMessage(for: error))
            exit(withError: ExitCode(2))
        }
    }

    /// Writes why a server does not start as a line of its log and ends the process, if the log is JSON; returns when the log is text, or when
    /// there is no failure (`--help`).
    private static func logStartError(_ error: any Error, _ arguments: [String], _ environment: [String: String]) {
        guard let label = arguments.first.flatMap({ logLabels[$0] }), settings.isLogJSON(arguments, environment) else { return }
        let (code, message) = (exitCode(for: error), message(for: error))
        guard !code.isSuccess, !message.isEmpty else { return }
        Logger(label: label) { JSONLog(label: $0) }.critical("not started", metadata: ["reason": "\(message)"])
        exit(withError: code)
    }
}
