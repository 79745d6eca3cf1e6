// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-config`: edits, signs and serves the wallets' configuration and update policy.
@main
struct WalletConfigProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-config", abstract: "Configuration and update policy of wallets: make keys, sign, check, compare, serve.",
        subcommands: [Serve.self, KeysCommands.self, Sign.self, Check.self, Diff.self])

    /// Runs the command. A usage error exits with 64, or with 2 for `check` and `diff`, whose exit codes scripts evaluate.
    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            guard exitCode(for: error) == .validationFailure, ["check", "diff"].contains(CommandLine.arguments.dropFirst().first) else {
                exit(withError: error)
            }
            Terminal.complain(fullMessage(for: error))
            exit(withError: Exit.unusable)
        }
    }
}

/// Exit codes of `check` and `diff` besides 0.
enum Exit {
    /// The document has a problem, or the editions differ.
    static let finding = ExitCode(1)
    /// The command line is wrong, or a file cannot be read.
    static let unusable = ExitCode(2)
}

/// The command's output for the operator or a script.
enum Terminal {
    /// Writes a line to standard output.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes a line to standard error.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
