// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `card-benchmark opening`: opens small and large wallets, each in a separate process.
struct OpeningBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "opening", abstract: "Open wallets with 1 to 1,000 cards and 10,000 events.")

    @Option(help: "Number of times that each wallet is opened, alternating.")
    var times = 15

    func validate() throws {
        guard times >= 1 else { throw ValidationError("at least once") }
    }

    /// The sizes of the wallets.
    private static let sizes: [(cards: Int, events: Int)] = [(1, 1), (100, 1000), (1000, 10_000)]

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "card-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let copies = try await Copies()
        let wallets = try await Self.sizes.asyncMap { cards, events in
            let wallet = directory + "/\(cards)"
            try await BigWallet(cards: cards, events: events, copies: copies).write(in: wallet)
            return wallet
        }
        var openings = [[Opening]](repeating: [], count: wallets.count)
        for turn in 0...times {
            for (index, wallet) in wallets.enumerated() {
                let opening = try Opening.inProcess(wallet)
                // The first run only loads the programs and the file into the file cache.
                if turn > 0 { openings[index].append(opening) }
            }
        }
        try report(openings, wallets)
    }

    private func report(_ openings: [[Opening]], _ wallets: [String]) throws {
        func middle(_ index: Int, _ part: (Opening) -> Double) -> Double {
            let sorted = openings[index].map(part).sorted()
            return sorted[sorted.count / 2]
        }
        print("\(times) processes each, medians; milliseconds of processor time, and mebibytes of memory")
        for (index, size) in Self.sizes.enumerated() {
            let bytes = try FileManager.default.attributesOfItem(atPath: wallets[index] + "/wallet.db")[.size] as? Int ?? 0
            let (whole, smallest) = (middle(index, \.whole), middle(0, \.whole))
            let parts = [\Opening.start, \.unlock, \.cards].map { part in middle(index) { $0[keyPath: part] } }
            print(
                String(format: "  %5d cards %6d events %6.1f MiB", size.cards, size.events, Double(bytes) / 1_048_576)
                    + String(format: "   start %6.2f  unlock %5.2f  cards %6.2f", parts[0], parts[1], parts[2])
                    + String(format: "   together %6.2f = %4.2f × the smallest", whole, whole / smallest)
                    + String(format: "   by the clock %6.1f", middle(index, \.wall))
                    + String(format: "   memory %5.1f, at most %5.1f", middle(index, \.memory), middle(index, \.mostMemory)))
        }
    }
}

/// `card-benchmark open DIRECTORY`: opens a wallet once and prints the cost as JSON.
struct OpenOnce: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "open", abstract: "Open one wallet once.", shouldDisplay: false)

    @Argument(help: "The app's own directory.")
    var directory: String

    func run() async throws {
        print(String(decoding: try JSONEncoder().encode(try await Opening.here(directory)), as: UTF8.self))
    }
}

extension Sequence {
    /// `map` with an asynchronous body.
    func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
