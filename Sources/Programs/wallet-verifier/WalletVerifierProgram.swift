// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BuildInfo
import ServerCommands

/// `wallet-verifier`: asks wallets for data on behalf of parties, run by an operator.
@main
struct WalletVerifierProgram: ServerProgram {
    static let configuration = CommandConfiguration(
        commandName: "wallet-verifier",
        abstract: "Ask wallets for data: set up, serve, parties, check evidence; a registrar for tests.",
        version: BuildInfo.text,
        subcommands: [Init.self, Serve.self, Migrate.self, PartyCommand.self, Check.self, RegistrarCommand.self])

    static let settings = ProgramSettings(prefix: "WALLET_VERIFIER_", [Serve.settings.table], sharingCommands: ["migrate"])
    static let logLabels = ["serve": "wallet-verifier"]
    static let scriptedCommands: Set = ["check"]

    static func main() async { await runCommand() }
}
