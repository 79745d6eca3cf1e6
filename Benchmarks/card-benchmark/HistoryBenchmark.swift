// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import WalletCore
import WalletInterface

/// `card-benchmark history`: reads the history of wallets with 10 and with 10,000 events. The larger one has 1,000 cards, so that the ten events of
/// each card lie a thousand apart.
struct HistoryBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "Read the first page of all events, and of one card's, among 10 and 10,000.")

    @Option(help: "Number of executions of each operation; the first tenth is not counted.")
    var count = 500

    func validate() throws {
        guard count >= 10 else { throw ValidationError("at least ten times") }
    }

    /// The limit of one page in seconds. It is ours: the design gives steps without network as long.
    private static let limit = 0.1
    /// The largest ratio of the time with 10,000 events to that with ten, for as many events read.
    private static let mostGrowth = 1.5
    /// The number of events that the app reads at first.
    private static let portion = 50
    /// The number of events of the small wallet, and of each card of the large one.
    private static let few = 10

    func run() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "card-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let copies = try await Copies()
        let small = try await opened(BigWallet(cards: 1, events: Self.few, copies: copies), in: directory + "/small")
        let large = try await opened(BigWallet(cards: 1000, events: 10_000, copies: copies), in: directory + "/large")
        let (one, other) = (CardID(BigWallet.id(0)), CardID(BigWallet.id(500)))

        print("processor time, \(count) times each; events of about 3 KB")
        report("10 of all", try await page(small, of: nil), try await page(large, of: nil))
        report("10 of one card", try await page(small, of: one), try await page(large, of: other))
        let first = try await page(large, of: nil, Self.portion)
        print(Self.line("first page of the app, 10,000 events", first) + Self.judged(first))
        let newest = try await large.events(limit: Self.portion)
        guard let oldest = newest.last?.number else { throw BenchmarkError("an empty history") }
        let deep = try await page(large, of: nil, Self.portion, before: oldest / 2)
        print(Self.line("a page in the middle, 10,000 events", deep) + Self.judged(deep))
    }

    private func opened(_ wallet: BigWallet, in directory: String) async throws -> Core {
        try await wallet.write(in: directory)
        let core = try BenchmarkPhone.core(in: directory)
        try await core.initPlatformSupport(BenchmarkPhone.bridges(in: directory))
        try await core.initialize()
        guard try await core.unlockWithBiometrics(prompt: BenchmarkPhone.prompt).outcome == .unlocked else {
            throw BenchmarkError("it does not open")
        }
        return core
    }

    /// The time of one page in seconds.
    private func page(_ core: Core, of card: CardID?, _ limit: Int = Self.few, before: Int64? = nil) async throws -> Double {
        let events = try await core.events(of: card, before: before, limit: limit)
        guard events.count == limit, events.unreadableCount == 0 else { throw BenchmarkError("a page of \(events.count) events") }
        return try await processorTime(count) { _ = try await core.events(of: card, before: before, limit: limit) }
    }

    private func report(_ name: String, _ few: Double, _ many: Double) {
        print(Self.line("\(name), 10 events", few) + Self.judged(few))
        let growth = many / few
        let isMissed = many > Self.limit || growth > Self.mostGrowth
        print(
            Self.line("\(name), 10,000 events", many)
                + String(format: "   %4.2f × that of 10   limit %3.1f ×, %3.0f ms", growth, Self.mostGrowth, Self.limit * 1e3)
                + (isMissed ? "   missed" : ""))
    }

    private static func judged(_ time: Double) -> String {
        String(format: "   limit %3.0f ms", limit * 1e3) + (time > limit ? "   missed" : "")
    }

    private static func line(_ name: String, _ time: Double) -> String {
        "  " + name.padding(toLength: 38, withPad: " ", startingAt: 0) + String(format: "%8.2f ms", time * 1e3)
    }
}
