// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-provider`: the server that an operator runs.
@main
struct WalletProviderProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-provider", abstract: "The wallet provider: accounts, PINs and certificates of wallets.",
        subcommands: [Serve.self])
}
