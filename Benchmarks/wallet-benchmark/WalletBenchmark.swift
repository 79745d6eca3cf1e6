// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-benchmark`: what an unlock costs a wallet provider, how long it takes to refuse what is no request or cannot be done now, and how soon
/// `wallet` shows its first screen. It measures and prints; it judges nothing.
@main
struct WalletBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-benchmark", abstract: "Measure a wallet provider.",
        subcommands: [UnlockBenchmark.self, LimitsBenchmark.self, StartBenchmark.self, BareServer.self],
        defaultSubcommand: UnlockBenchmark.self)
}

/// Why a measurement cannot be made: one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
