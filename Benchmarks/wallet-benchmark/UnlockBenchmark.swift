// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-benchmark unlock`: unlocks (a `check_pin` with the beacon of an earlier answer) with a real `wallet-provider serve`, and the floor in the same run.
struct UnlockBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Measure unlocks with a real server, and the protocol's minimum cost.")

    @Option(help: "The server to measure.")
    var provider = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "wallet-provider"

    @Option(help: "Which database and HSM: \(Installation.Kind.allCases.map(\.rawValue).joined(separator: ", ")). Default: all.")
    var installation: [Installation.Kind] = Installation.Kind.allCases

    @Option(help: "Number of rounds of unlocks, bare requests and cryptography, alternating; medians are printed.")
    var rounds = 3

    @Option(help: "Number of measured unlocks in each round.")
    var unlocks = 4000

    @Option(help: "Number of unlocks for warming up.")
    var warmUp = 400

    @Option(help: "Number of connections; each unlocks one wallet after the other without a pause.")
    var connections = 8

    @Option(help: "Number of wallets, at least the number of connections.")
    var phones = 64

    @Flag(help: "Keep the server loaded until interrupted after the measurement, for a profiler; prints its process id.")
    var hold = false

    @Flag(help: "Run the server with a witness's journal, in the same temporary directory.")
    var witness = false

    @Flag(help: "Measure only first unlocks after a start of the server, beside the second ones.")
    var cold = false

    @Option(help: "A file of `instructions --save`, to print where the server's time goes.")
    var counts: String?

    func validate() throws {
        guard rounds >= 1, connections >= 1, phones >= connections, unlocks >= connections else {
            throw ValidationError("at least one round and connection; at least as many phones and unlocks as connections")
        }
        guard !cold || phones > connections else { throw ValidationError("--cold needs more phones than connections") }
        guard counts == nil || !(witness || cold) else { throw ValidationError("the counts are those of warm unlocks without a witness") }
    }

    func run() async throws {
        let known = try counts.map(UnlockCounts.load) ?? [:]
        var results: [UnlockResult] = []
        for kind in installation {
            guard kind.isInstalled else {
                print("\(kind.title): left out, not installed on this machine\n")
                continue
            }
            guard !cold else {
                print(try await coldReport(kind))
                continue
            }
            let result = try await Installation.with(kind, isWitnessed: witness) { installation, _ in
                try await UnlockRun(
                    installation: installation, provider: provider, rounds: rounds, unlocks: unlocks, warmUp: warmUp,
                    connections: connections, phones: phones, holds: hold, counts: known[kind.rawValue]
                ).measure()
            }
            print(try UnlockReport(result: result, title: title(kind)).text())
            results.append(result)
        }
        if !results.isEmpty { print(AimReport(results: results).text) }
    }

    private func title(_ kind: Installation.Kind) -> String { kind.title + (witness ? ", witness" : "") }

    private func coldReport(_ kind: Installation.Kind) async throws -> String {
        let restarts = 10
        let unlocks = try await Installation.with(kind, isWitnessed: witness) { installation, _ in
            try await ColdRun(
                installation: installation, provider: provider, restarts: restarts, connections: connections, phones: phones
            ).measure()
        }
        return ColdRun.report(unlocks, title: title(kind), restarts: restarts)
    }
}
