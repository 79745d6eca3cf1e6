// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import BuildInfo

/// `wallet`: the wallet on a simulated phone, with all its servers.
@main
struct WalletProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "A digital identity wallet on a simulated phone, in your browser.",
        discussion: """
            Without a subcommand the demo runs. Its options: --state DIRECTORY, --fresh, --phone KIND, --brand NAME, --port PORT, --listen ADDRESS, \
            --provider-port PORT, --configuration-port PORT, --issuer-port PORT, --login-port PORT, --portal-port PORT, \
            --external ADDRESS|JWT, --roots PEM, --signers JSON, --login-site ADDRESS, --login-roots PEM, --patient; \
            `wallet demo --help` explains them.
            """,
        version: BuildInfo.text, subcommands: [Demo.self, Makers.self], defaultSubcommand: Demo.self)
}
