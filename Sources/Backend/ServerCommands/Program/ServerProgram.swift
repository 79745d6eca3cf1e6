// SPDX-License-Identifier: EUPL-1.2

package import ArgumentParser
import Foundation
import Logging
import ServerKit
import ServerState

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
        var completed = CompletedArguments()
        do {
            completed = try await settings.completed(arguments, environment: environment)
            var command = try parseAsRoot(completed.arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            end(with: error, completed, arguments, environment)
        }
    }

    /// Ends the process. A failure is one line; only an error of the command line itself is followed by its usage.
    private static func end(
        with error: any Error, _ completed: CompletedArguments, _ arguments: [String], _ environment: [String: String]
    ) -> Never {
        let message = Terminal.line(message(for: error))
        let code = (error as? StartError).map { ExitCode($0.exitStatus) } ?? exitCode(for: error)
        guard !code.isSuccess, !message.isEmpty else { exit(withError: error) }
        let isWrongCommandLine = code == .validationFailure
        let place = isWrongCommandLine ? completed.place(named: message) : nil
        let reason = message + (place.map { " (\($0))" } ?? "")
        logStartError(reason, code, arguments, environment)
        let isUsageHelpful = isWrongCommandLine && place == nil
        Terminal.complain(isUsageHelpful ? fullMessage(for: error) : "Error: " + reason)
        exit(withError: isWrongCommandLine && scriptedCommands.contains(arguments.first ?? "") ? ExitCode(2) : code)
    }

    /// Writes why a server does not start as a line of its log and ends the process, if the log is JSON; returns when the log is text.
    private static func logStartError(_ reason: String, _ code: ExitCode, _ arguments: [String], _ environment: [String: String]) {
        guard let label = arguments.first.flatMap({ logLabels[$0] }), settings.isLogJSON(arguments, environment) else { return }
        Logger(label: label) { JSONLog(label: $0) }.critical("not started", metadata: ["reason": "\(reason)"])
        exit(withError: code)
    }
}
