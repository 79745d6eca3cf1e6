// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import ProviderProtocol

/// `wallet-benchmark limits`: measures how fast a real `wallet-provider serve` refuses invalid requests, reports an unreachable database or
/// HSM, and recovers.
struct LimitsBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "limits", abstract: "Measure refusals, outages and recovery against their limits.")

    @Option(help: "The server to measure.")
    var provider = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "wallet-provider"

    @Option(help: "Which database and HSM: \(Installation.Kind.allCases.map(\.rawValue).joined(separator: ", ")). Default: all.")
    var installation: [Installation.Kind] = Installation.Kind.allCases

    @Option(help: "Number of times that each hostile body is sent.")
    var repetitions = 3

    @Option(help: "Number of times that each outage happens; 0 measures refusals only.")
    var outages = 5

    @Option(help: "Number of wallets that send requests during an outage, each on its own connection.")
    var phones = 8

    func validate() throws {
        guard repetitions >= 0, outages >= 0, phones >= 1 else { throw ValidationError("numbers are not negative, and there is a wallet") }
    }

    func run() async throws {
        print("\(Self.build), \(ProcessInfo.processInfo.activeProcessorCount) processors, load \(Self.load)\n")
        for kind in installation {
            guard kind.isInstalled else {
                print("\(kind.title): left out, not installed on this machine\n")
                continue
            }
            print(kind.title)
            try await Installation.with(kind) { installation, _ in try await measure(installation) }
            print("")
        }
    }

    /// The build configuration, which determines how meaningful the figures are.
    private static var build: String {
        #if DEBUG
        "debug build"
        #else
        "release build"
        #endif
    }

    /// The load averages of 1, 5 and 15 minutes, if the system reports them.
    private static var load: String {
        guard let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8) else { return "unknown" }
        return text.split(separator: " ").prefix(3).joined(separator: " ")
    }

    private func measure(_ installation: Installation) async throws {
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        let origin = "https://localhost:\(server.port)"
        try await Client.with(trusting: installation.tlsRoot, connections: phones) { client in
            if repetitions > 0 {
                let bodies = try await HostileRequests(origin: origin, client: client, authority: installation.authority).all()
                var times = Times("hostile requests, refused", limit: .milliseconds(100))
                // Measures the machine's current effect on any request.
                var good = Times("enrolments in between, answered")
                for _ in 0..<repetitions {
                    for body in bodies {
                        good.add(try await client.answer(to: Array("{}".utf8), at: origin + Endpoint.enroll.path).time)
                        let (status, _, time) = try await client.answer(to: body.bytes, at: origin + body.path)
                        guard (400..<500).contains(status) else {
                            throw BenchmarkError("\(body.path): \(body.name): answered \(status)")
                        }
                        times.add(time, "\(body.path): \(body.name)")
                    }
                }
                print(times.row)
                print(good.row)
            }
            guard outages > 0 else { return }
            let fleet = try await OutageFleet(phones, at: origin, client, installation.authority)
            for outage in installation.outages {
                let (answers, returns) =
                    try await outage.isSlow ? fleet.measureSlow(outage, times: outages) : fleet.measure(outage, times: outages)
                print(answers.row)
                print(returns.row)
            }
        }
    }
}

/// Durations of one kind, with their limit.
struct Times: Sendable {
    private let name: String
    private let limit: Duration?
    private var all: [(Duration, String)] = []

    init(_ name: String, limit: Duration? = nil) {
        self.name = name
        self.limit = limit
    }

    mutating func add(_ time: Duration, _ what: String = "") { all.append((time, what)) }

    /// One line: count, p50, p99, maximum, limit, and number above the limit.
    var row: String {
        let sorted = all.sorted { $0.0 < $1.0 }
        guard let longest = sorted.last else { return "  \(name): none" }
        func at(_ share: Double) -> Double {
            sorted[min(sorted.count - 1, max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1))].0 / .milliseconds(1)
        }
        var numbers = String(
            format: "%6d times   p50 %7.1f   p99 %7.1f   max %7.1f ms", all.count, at(0.5), at(0.99), longest.0 / .milliseconds(1))
        if let limit {
            numbers += String(format: "   limit %4.0f   above %d", limit / .milliseconds(1), all.count { $0.0 > limit })
        }
        return "  " + name.padding(toLength: 44, withPad: " ", startingAt: 0) + numbers
            + (longest.1.isEmpty ? "" : "\n      longest: \(longest.1)")
    }
}
