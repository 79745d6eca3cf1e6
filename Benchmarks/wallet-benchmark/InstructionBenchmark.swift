// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

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
    /// Made by `Scripts/bench` from Benchmarks/sigsuspend.c, which says why it is needed.
    private static let library = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "sigsuspend.so"

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
            let profile = try await Installation.with(kind) { try await instructions($0, in: $1) }
            let calls = try await Installation.with(kind) { try await systemCalls($0, in: $1) }
            let counts = UnlockCounts(
                unlocks: unlocks, profile: profile, trace: calls.loaded, idle: calls.idle, contextSwitches: calls.switches)
            print(InstructionReport(counts: counts).table(title: kind.title))
            all[kind.rawValue] = counts
        }
        if let save { try UnlockCounts.save(all, to: save) }
    }

    private func instructions(_ installation: Installation, in directory: String) async throws -> CallgrindProfile {
        let file = directory + "/callgrind"
        // Valgrind cannot read the compiler's debug information. The copy stays beside the program's resources.
        let copy = provider + "-counted"
        try Tool.run("/usr/bin/strip", "--strip-debug", "-o", copy, provider)
        let valgrind = ["--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=" + file, "--log-file=/dev/null", copy]
        let server = try await ServerProcess.start(
            "/usr/bin/valgrind", valgrind + installation.serveArguments,
            environment: installation.environment.merging(["LD_PRELOAD": Self.library]) { $1 }, within: 300)
        defer { server.stop() }
        try await unlock(at: server, installation) { unlock in
            try Tool.run("/usr/bin/callgrind_control", "--instr=on", "\(server.processID)")
            try await unlock()
            try Tool.run("/usr/bin/callgrind_control", "--instr=off", "\(server.processID)")
        }
        // Callgrind writes its file when the process ends.
        server.stop()
        return try CallgrindProfile(contentsOf: file)
    }

    /// Counts changes of thread without a tracer, then system calls with load and in the same time without.
    private func systemCalls(
        _ installation: Installation, in directory: String
    ) async throws -> (loaded: StraceLog, idle: StraceLog, switches: Int) {
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        return try await unlock(at: server, installation) { unlock in
            let before = try ContextSwitches.voluntary(of: server.processID)
            try await unlock()
            let switches = try ContextSwitches.voluntary(of: server.processID) - before
            let loaded = try await StraceLog.trace(server, to: directory + "/strace", unlock)
            let idle = try await StraceLog.trace(server, to: directory + "/strace-idle") {
                try await ContinuousClock().sleep(for: loaded.duration)
            }
            return (loaded, idle, switches)
        }
    }

    /// Registers wallets, warms up, and lets `count` perform the counted unlocks.
    private func unlock<Value: Sendable>(
        at server: ServerProcess, _ installation: Installation,
        counting count: (_ unlock: () async throws -> Void) async throws -> Value
    ) async throws -> Value {
        let origin = "https://localhost:\(server.port)"
        return try await Client.with(trusting: installation.tlsRoot, connections: Self.connections) { client in
            var fleet = try await Fleet.register(Self.phones, at: origin, with: client, installation)
            _ = try await fleet.unlock(warmUp, connections: Self.connections, over: client.exchange(at: origin))
            return try await count {
                _ = try await fleet.unlock(unlocks, connections: Self.connections, over: client.exchange(at: origin))
            }
        }
    }
}
