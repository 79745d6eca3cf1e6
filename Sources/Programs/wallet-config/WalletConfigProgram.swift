// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-config`: the configuration and the update policy of wallets, from the operator's editor to the server.
@main
struct WalletConfigProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-config", abstract: "Configuration and update policy of wallets: make keys, sign, check, compare, serve.",
        subcommands: [Serve.self, KeysCommands.self, Sign.self, Check.self, Diff.self])

    /// Runs the command. A wrong command line ends with the usual code 64, but with 2 for `check` and `diff`, whose codes scripts tell apart.
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
    /// Something is wrong with the document, or the editions differ.
    static let finding = ExitCode(1)
    /// The command is wrong, or a file cannot be read.
    static let unusable = ExitCode(2)
}

/// What a command says to the person, or the script, that ran it.
enum Terminal {
    /// Writes a line to the standard output.
    static func write(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    /// Writes a line to the standard error.
    static func complain(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}
