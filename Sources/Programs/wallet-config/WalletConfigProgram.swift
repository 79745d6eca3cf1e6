// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BuildInfo
import ServerCommands

/// `wallet-config`: edits, signs and serves the wallets' configuration and update policy.
@main
struct WalletConfigProgram: ServerProgram {
    static let configuration = CommandConfiguration(
        commandName: "wallet-config",
        abstract: "The wallets' configuration and update policy: set up, create keys, sign, check, compare, serve.",
        version: BuildInfo.text,
        subcommands: [Init.self, Serve.self, KeysCommands.self, Sign.self, Check.self, Diff.self])

    static let settings = ProgramSettings(prefix: "WALLET_CONFIG_", [Serve.settings.table])
    static let logLabels = ["serve": "wallet-config"]
    static let scriptedCommands: Set = ["check", "diff"]

    static func main() async { await runCommand() }
}

/// Exit codes of `check` and `diff` besides 0.
enum Exit {
    /// The document has a problem, or the editions differ.
    static let finding = ExitCode(1)
    /// The command line is wrong, or a file cannot be read.
    static let unusable = ExitCode(2)
}
