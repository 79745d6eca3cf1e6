// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `card-benchmark`: measures the speed of issuing and verifying cards, the time to open a wallet with many cards, to read its history, and the
/// two sides of sharing. Only sharing and the history have limits.
@main
struct CardBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "card-benchmark", abstract: "Measure card formats, wallets with many cards, their history, and sharing.",
        subcommands: [
            WriteDocuments.self, FormatBenchmark.self, OpeningBenchmark.self, OpenOnce.self, HistoryBenchmark.self, SharingBenchmark.self,
        ])
}

/// The reason why a measurement is impossible, in one sentence.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
