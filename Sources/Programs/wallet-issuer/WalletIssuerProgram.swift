// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BuildInfo
import ServerCommands

/// `wallet-issuer`: the PID issuer for test persons, run by an operator.
@main
struct WalletIssuerProgram: ServerProgram {
    static let configuration = CommandConfiguration(
        commandName: "wallet-issuer",
        abstract: "The PID issuer for test persons: set up, serve, offer, revoke; check the metadata of any issuer.",
        version: BuildInfo.text,
        subcommands: [Init.self, Serve.self, Offer.self, Revoke.self, Persons.self, Check.self])

    static let settings = ProgramSettings(
        prefix: "WALLET_ISSUER_", [Serve.settings.table], sharingCommands: ["offer", "revoke"])
    static let logLabels = ["serve": "wallet-issuer"]
    static let scriptedCommands: Set = ["check"]

    static func main() async { await runCommand() }
}
