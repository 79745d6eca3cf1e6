// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet`: the wallet on a simulated phone, with all its servers.
@main
struct WalletProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "A digital identity wallet on a simulated phone, in your browser.",
        discussion: """
            Without a subcommand the demo runs. Its options: --state DIRECTORY, --fresh, --phone KIND, --port PORT, --provider-port PORT, --configuration-port PORT, \
            --issuer-port PORT, --login-port PORT, --patient; `wallet demo --help` explains them.
            """,
        subcommands: [Demo.self], defaultSubcommand: Demo.self)
}
