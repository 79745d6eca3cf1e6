// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BuildInfo
import ServerCommands

/// `wallet-provider`: the wallet provider's server and its administration.
@main
struct WalletProviderProgram: ServerProgram {
    static let configuration = CommandConfiguration(
        commandName: "wallet-provider", abstract: "The wallet provider: accounts, PINs and certificates of wallets.",
        version: BuildInfo.text,
        subcommands: [
            Init.self, Serve.self, Portal.self, Migrate.self, KeysCommands.self, Revoke.self, AuditCommands.self, AccountCommands.self,
            WitnessCommands.self,
            AttestationCommands.self,
        ])

    static let settings = ProgramSettings(
        prefix: "WALLET_PROVIDER_", [Serve.settings.table, Portal.settings.table],
        sharingCommands: ["migrate", "keys", "revoke", "audit", "account", "accounts", "witness"])
    static let logLabels = ["serve": "wallet-provider", "portal": "revocation-portal"]
    static let scriptedCommands: Set = ["attestation"]

    static func main() async { await runCommand() }
}
