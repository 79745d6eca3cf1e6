// SPDX-License-Identifier: EUPL-1.2

/// Measures the first unlock of each wallet after a start of the server, which remembers nothing of the wallet then, beside the second one.
///
/// A restart takes the place of more wallets than the server remembers. Before the measured unlocks other wallets unlock, so that the server's
/// code, connections and prepared statements are warm.
struct ColdRun: Sendable {
    let installation: Installation
    /// The server's program.
    let provider: String
    let restarts: Int
    let connections: Int
    /// More than the number of connections.
    let phones: Int

    /// Number of unlocks of other wallets before the measured ones.
    private static let warmUp = 200

    /// The unlocks of one kind.
    struct Unlocks: Sendable {
        var latencies: [Duration] = []
        /// Processor seconds of the server.
        var server = 0.0

        mutating func add(_ latencies: [Duration], _ server: Double) {
            self.latencies += latencies
            self.server += server
        }
    }

    func measure() async throws -> (first: Unlocks, second: Unlocks) {
        let registered = try await serving { try await Fleet.register(phones, at: $1, with: $2, installation) }
        var others = Fleet(phones: Array(registered.phones.prefix(connections)))
        var fleet = Fleet(phones: Array(registered.phones.dropFirst(connections)))
        var (first, second) = (Unlocks(), Unlocks())
        for _ in 0..<restarts {
            try await serving { server, origin, client in
                let exchange = client.exchange(at: origin)
                _ = try await others.unlock(Self.warmUp, connections: connections, over: exchange)
                let start = try CPUTime.precise(of: server.processID)
                let cold = try await fleet.unlock(fleet.phones.count, connections: connections, over: exchange)
                let middle = try CPUTime.precise(of: server.processID)
                let warm = try await fleet.unlock(fleet.phones.count, connections: connections, over: exchange)
                let end = try CPUTime.precise(of: server.processID)
                first.add(cold.latencies, middle - start)
                second.add(warm.latencies, end - middle)
            }
        }
        return (first, second)
    }

    /// Runs `body` with a server that has just started.
    private func serving<Value: Sendable>(
        _ body: (_ server: ServerProcess, _ origin: String, _ client: Client) async throws -> Value
    ) async throws -> Value {
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        return try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            try await body(server, "https://localhost:\(server.port)", client)
        }
    }

    /// A result as text.
    static func report(_ unlocks: (first: Unlocks, second: Unlocks), title: String, restarts: Int) -> String {
        func lines(_ name: String, _ unlocks: Unlocks) -> [String] {
            let sorted = unlocks.latencies.sorted()
            return [
                ReportLine.text("\(name): server CPU", ReportLine.microseconds(unlocks.server / Double(sorted.count)), "µs"),
                ReportLine.text("\(name): latency p50", ReportLine.milliseconds(sorted.percentile(0.5)), "ms"),
                ReportLine.text("\(name): latency p99", ReportLine.milliseconds(sorted.percentile(0.99)), "ms"),
            ]
        }
        let heading = "\(title): \(unlocks.first.latencies.count) first unlocks after \(restarts) starts, and the second ones"
        return ([heading] + lines("first", unlocks.first) + lines("second", unlocks.second) + [""]).joined(separator: "\n")
    }
}
