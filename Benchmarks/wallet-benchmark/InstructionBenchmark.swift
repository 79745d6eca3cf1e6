// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser

/// `wallet-benchmark instructions`: counts what one unlock does in a real `wallet-provider serve`. A busy machine does not change counts.
struct InstructionBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "Count instructions, allocations, waits and system calls of an unlock with a real server, under valgrind and strace.")

    @Option(help: "The server to measure.")
    var provider = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "wallet-provider"

    @Option(help: "Which database and HSM: \(Installation.Kind.allCases.map(\.rawValue).joined(separator: ", ")). Default: all.")
    var installation: [Installation.Kind] = Installation.Kind.allCases

    @Option(help: "Number of counted unlocks.")
    var unlocks = 200

    @Option(help: "Number of unlocks for warming up.")
    var warmUp = 60

    @Option(help: "A file for the counts, for `unlock --counts`.")
    var save: String?

    /// One connection, so that no wait depends on another unlock.
    private static let connections = 1
    private static let phones = 8

    func validate() throws {
        guard unlocks >= 1, warmUp >= 1 else { throw ValidationError("at least one unlock, and one for warming up") }
    }

    func run() async throws {
        var all: [String: UnlockCounts] = [:]
        for kind in installation {
            guard kind.isInstalled else {
                print("\(kind.title): left out, not installed on this machine\n")
                continue
            }
            let profiles = try await Installation.with(kind) { try await instructions($0, in: $1) }
            let calls = try await Installation.with(kind) { try await systemCalls($0, in: $1) }
            let counts = UnlockCounts(
                unlocks: unlocks, profile: profiles.provider, bare: profiles.bare, trace: calls.loaded, idle: calls.idle,
                contextSwitches: calls.switches)
            print(InstructionReport(counts: counts).table(title: kind.title))
            all[kind.rawValue] = counts
        }
        if let save { try UnlockCounts.save(all, to: save) }
    }

    private struct Traces: Sendable {
        let loaded: StraceLog
        let idle: StraceLog
        /// Voluntary changes of thread.
        let switches: Int
    }

    /// Counts the instructions of the provider, and of a bare server with bodies of the same sizes.
    private func instructions(
        _ installation: Installation, in directory: String
    ) async throws -> (provider: CallgrindProfile, bare: CallgrindProfile) {
        var sizes = Fleet.Sizes()
        let own = try await Callgrind.profile(
            provider, installation.serveArguments, environment: installation.environment, in: directory
        ) { server in
            sizes = try await unlock(at: server, installation) { fleet, exchange in
                try await Callgrind.count(server) {
                    _ = try await fleet.unlock(unlocks, connections: Self.connections, over: exchange)
                }
                return fleet.sizes
            }
        }
        let bare = try await Callgrind.profile(
            CommandLine.arguments[0], BareExchanges.serverArguments(sizes, installation), in: directory
        ) { server in
            try await Client.with(trusting: installation.tlsRoot, connections: Self.connections) { client in
                let exchanges = BareExchanges(sizes: sizes, origin: "https://localhost:\(server.port)", client: client)
                _ = try await exchanges.send(warmUp, connections: Self.connections)
                try await Callgrind.count(server) { _ = try await exchanges.send(unlocks, connections: Self.connections) }
            }
        }
        return (own, bare)
    }

    /// Counts changes of thread without a tracer, then system calls with load and in the same time without.
    private func systemCalls(_ installation: Installation, in directory: String) async throws -> Traces {
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        return try await unlock(at: server, installation) { fleet, exchange in
            let before = try ContextSwitches.voluntary(of: server.processID)
            _ = try await fleet.unlock(unlocks, connections: Self.connections, over: exchange)
            let switches = try ContextSwitches.voluntary(of: server.processID) - before
            let loaded = try await StraceLog.trace(server, to: directory + "/strace") {
                _ = try await fleet.unlock(unlocks, connections: Self.connections, over: exchange)
            }
            let idle = try await StraceLog.trace(server, to: directory + "/strace-idle") {
                try await ContinuousClock().sleep(for: loaded.duration)
            }
            return Traces(loaded: loaded, idle: idle, switches: switches)
        }
    }

    /// Registers wallets, warms up, and runs `body` with them.
    private func unlock<Value: Sendable>(
        at server: ServerProcess, _ installation: Installation,
        _ body: (inout Fleet, _ exchange: @escaping BenchmarkPhone.Exchange) async throws -> Value
    ) async throws -> Value {
        let origin = "https://localhost:\(server.port)"
        return try await Client.with(trusting: installation.tlsRoot, connections: Self.connections) { client in
            var fleet = try await Fleet.register(Self.phones, at: origin, with: client, installation)
            _ = try await fleet.unlock(warmUp, connections: Self.connections, over: client.exchange(at: origin))
            return try await body(&fleet, client.exchange(at: origin))
        }
    }
}
