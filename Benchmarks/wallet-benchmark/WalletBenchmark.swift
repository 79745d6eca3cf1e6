// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-benchmark`: measures the cost of an unlock for a wallet provider, the time of refusals and recovery, and the start of `wallet`. It
/// prints measurements without thresholds.
@main
struct WalletBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet-benchmark", abstract: "Measure a wallet provider.",
        subcommands: [UnlockBenchmark.self, InstructionBenchmark.self, LimitsBenchmark.self, StartBenchmark.self, BareServer.self],
        defaultSubcommand: UnlockBenchmark.self)
}

/// The reason why a measurement is impossible, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
