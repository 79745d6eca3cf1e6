// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `card-benchmark`: how fast cards are issued and verified, and how soon a wallet with many of them is open. It measures and prints; it judges
/// nothing.
@main
struct CardBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card-benchmark", abstract: "Measure the formats of cards, and wallets with many cards.",
        subcommands: [WriteDocuments.self, FormatBenchmark.self, OpeningBenchmark.self, OpenOnce.self])
}

/// Why a measurement cannot be made: one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
