// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `card-benchmark`: measures the speed of issuing and verifying cards, and the time to open a wallet with many cards. It prints measurements
/// without thresholds.
@main
struct CardBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card-benchmark", abstract: "Measure card formats and wallets with many cards.",
        subcommands: [WriteDocuments.self, FormatBenchmark.self, OpeningBenchmark.self, OpenOnce.self])
}

/// The reason why a measurement is impossible, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
