// SPDX-License-Identifier: EUPL-1.2

/// Exchanges with the bare server, of the same sizes and over the same kind of connection as unlocks.
struct BareExchanges: Sendable {
    let sizes: Fleet.Sizes
    let origin: String
    let client: Client

    /// Starts a bare server with the installation's certificate.
    static func startServer(_ sizes: Fleet.Sizes, _ installation: Installation) async throws -> ServerProcess {
        try await ServerProcess.start(CommandLine.arguments[0], serverArguments(sizes, installation), environment: [:])
    }

    /// The arguments of this program that start a bare server.
    static func serverArguments(_ sizes: Fleet.Sizes, _ installation: Installation) -> [String] {
        let identity = installation.tlsDirectory + "/server"
        return [
            "bare-server", "--tls-certificate", identity + ".pem", "--tls-key", identity + "-key.pem", "--answer-bytes", "\(sizes.answer)",
        ]
    }

    /// Like `Fleet.unlock`.
    func send(_ count: Int, connections: Int) async throws -> Load.Run {
        let (start, startTime) = (ContinuousClock.now, CPUTime.ofThisProcess())
        let latencies = try await withThrowingTaskGroup(of: [Duration].self) { group in
            for connection in 0..<connections {
                let quota = count / connections + (connection < count % connections ? 1 : 0)
                group.addTask {
                    let body = [UInt8](repeating: 0x20, count: sizes.request)
                    var latencies: [Duration] = []
                    for _ in 0..<quota {
                        latencies.append(try await timed { try await client.post(origin + BareServer.path, body) }.1)
                    }
                    return latencies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Load.Run(start: start, startTime: startTime, latencies: latencies)
    }
}

/// Runs a body and returns its time with its value.
func timed<Value: Sendable>(_ body: () async throws -> Value) async throws -> (Value, Duration) {
    let start = ContinuousClock.now
    let value = try await body()
    return (value, ContinuousClock.now - start)
}
