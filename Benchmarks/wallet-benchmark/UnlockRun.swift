// SPDX-License-Identifier: EUPL-1.2

/// Measures the unlocks of an installation, with a real server.
struct UnlockRun: Sendable {
    let installation: Installation
    /// The server's program.
    let provider: String
    let rounds: Int
    /// Number of measured unlocks in each round.
    let unlocks: Int
    let warmUp: Int
    let connections: Int
    let phones: Int
    /// Keeps the server loaded until interrupted after the measurement.
    let holds: Bool
    /// The counts of an unlock of the same installation.
    let counts: UnlockCounts?
    /// The time of `pgbench` in each round.
    private static let commitSeconds = 4

    /// Unlocks before those of a round, so that the TLS handshakes are not part of an unlock.
    private var unlocksOfHandshakes: Int { connections * 4 }

    func measure() async throws -> UnlockResult {
        let server = try await ServerProcess.start(
            provider, installation.serveArguments + ["--internal-port", "0"], environment: installation.environment)
        defer { server.stop() }
        let origin = "https://localhost:\(server.port)"
        let measured = try await Client.with(trusting: installation.tlsRoot, connections: connections) {
            client async throws -> (fleet: Fleet, rounds: [UnlockRound], halfLoads: [HalfLoad]) in
            let exchange = client.exchange(at: origin)
            var fleet = try await Fleet.register(phones, at: origin, with: client, installation)
            _ = try await fleet.unlock(max(warmUp, connections * 4), connections: connections, over: exchange)
            let measured = try await measureRounds(&fleet, server, at: origin)
            let halfLoads = try await HalfLoad.measure(
                rounds: rounds, rate: measured.median { $0.unlocks.throughput } / 2, &fleet, server, at: origin, installation)
            if holds {
                print("the server's process id is \(server.processID)")
                while true { _ = try await fleet.unlock(unlocks, connections: connections, over: exchange) }
            }
            return (fleet, measured, halfLoads)
        }
        server.stop()
        var fleet = measured.fleet
        let inProcess = try await InProcess.measure(&fleet, installation, connections: connections)
        return UnlockResult(
            kind: installation.kind, connections: connections, sizes: fleet.sizes, rounds: measured.rounds,
            halfLoads: measured.halfLoads, inProcess: inProcess,
            whereItGoes: try counts.map { try WhereItGoes(measured.rounds, $0, installation.kind) })
    }

    /// Unlocks, bare exchanges and cryptography, alternating.
    private func measureRounds(
        _ fleet: inout Fleet, _ server: ServerProcess, at origin: String
    ) async throws -> [UnlockRound] {
        let bareServer = try await BareExchanges.startServer(fleet.sizes, installation)
        defer { bareServer.stop() }
        let commits = try await installation.makeCommitBaseline?()
        try await commits?.addAccounts(connections: connections, each: phones / connections)
        let opened = try await installation.openHSM()
        let processes = [server.processID] + (installation.databaseProcess.map { [$0] } ?? [])
        var measured: [UnlockRound] = []
        do {
            try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
                let bare = BareExchanges(sizes: fleet.sizes, origin: "https://localhost:\(bareServer.port)", client: client)
                _ = try await bare.send(max(warmUp, connections * 4), connections: connections)
                for number in 0..<rounds {
                    let log = try await commits?.walPosition()
                    let load = try await measureUnlocks(&fleet, processes, at: origin)
                    let logEnd = try await commits?.walPosition()
                    let bareLoad = try await Load.measure([bareServer.processID]) {
                        try await bare.send(unlocks, connections: connections)
                    }
                    var round = UnlockRound(
                        unlocks: load, bare: bareLoad, floor: try await Floor.measure(opened.hsm, connections: connections))
                    round.commits = try await commits?.measure(
                        round: number, seconds: Self.commitSeconds, connections: connections, each: phones / connections)
                    if let log, let logEnd { round.logBytes = Double(logEnd - log) / Double(unlocks + unlocksOfHandshakes) }
                    measured.append(round)
                }
            }
        } catch {
            await opened.close()
            throw error
        }
        await opened.close()
        return measured
    }

    /// One round's unlocks, on new connections: the server closes those that were idle for the rest of the round.
    private func measureUnlocks(_ fleet: inout Fleet, _ processes: [Int32], at origin: String) async throws -> Load {
        try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            let exchange = client.exchange(at: origin)
            _ = try await fleet.unlock(unlocksOfHandshakes, connections: connections, over: exchange)
            return try await Load.measure(processes) {
                try await fleet.unlock(unlocks, connections: connections, over: exchange)
            }
        }
    }
}
