// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation
import TestEnvironment

/// `wallet-benchmark instructions`: counts what one unlock does in a real `wallet-provider serve`. A busy machine does not change counts.
struct InstructionBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "instructions",
        abstract: "Count instructions, allocations and system calls of an unlock with a real server, under valgrind and strace.")

    @Option(help: "The server to measure.")
    var provider = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "wallet-provider"

    @Option(help: "Which database and HSM: \(Installation.Kind.allCases.map(\.rawValue).joined(separator: ", ")). Default: all.")
    var installation: [Installation.Kind] = Installation.Kind.allCases

    @Option(help: "Number of counted unlocks.")
    var unlocks = 200

    @Option(help: "Number of unlocks for warming up.")
    var warmUp = 60

    /// One connection, so that no wait depends on another unlock.
    private static let connections = 1
    private static let phones = 8
    /// Made by `Scripts/bench` from Benchmarks/sigsuspend.c, which says why it is needed.
    private static let library = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "sigsuspend.so"

    func run() async throws {
        for kind in installation {
            guard kind.isInstalled else {
                print("\(kind.title): left out, not installed on this machine\n")
                continue
            }
            let profile = try await Installation.with(kind) { try await instructions($0, in: $1) }
            let calls = try await Installation.with(kind) { try await systemCalls($0, in: $1) }
            print(InstructionReport(profile: profile, systemCalls: calls, unlocks: unlocks).table(title: kind.title))
        }
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
        try await unlock(at: server, installation) { body in
            try Tool.run("/usr/bin/callgrind_control", "--instr=on", "\(server.processID)")
            try await body()
            try Tool.run("/usr/bin/callgrind_control", "--instr=off", "\(server.processID)")
        }
        // Callgrind writes its file when the process ends.
        server.stop()
        return try CallgrindProfile(contentsOf: file)
    }

    /// Returns the number of calls by the system call's name.
    private func systemCalls(_ installation: Installation, in directory: String) async throws -> [String: Int] {
        let file = directory + "/strace"
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        try await unlock(at: server, installation) { body in
            let said = Pipe()
            let strace = try Tool.start(
                "/usr/bin/strace", ["-f", "-c", "-U", "calls,name", "-o", file, "-p", "\(server.processID)"], errors: said)
            var text = ""
            while !text.contains("attached") {
                let piece = try said.fileHandleForReading.readAvailable()
                guard !piece.isEmpty else { throw BenchmarkError("strace does not attach: \(text)") }
                text += String(decoding: piece, as: UTF8.self)
            }
            try await body()
            strace.interrupt()
            strace.waitUntilExit()
        }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        return lines.reduce(into: [:]) { calls, line in
            let fields = line.split(separator: " ")
            if fields.count == 2, let count = Int(fields[0]), fields[1] != "total" { calls[String(fields[1])] = count }
        }
    }

    private func unlock(
        at server: ServerProcess, _ installation: Installation, counting count: (_ body: () async throws -> Void) async throws -> Void
    ) async throws {
        let origin = "https://localhost:\(server.port)"
        try await Client.with(trusting: installation.tlsRoot, connections: Self.connections) { client in
            var fleet = try await Fleet.register(Self.phones, at: origin, with: client, installation)
            _ = try await fleet.unlock(warmUp, connections: Self.connections, over: client.exchange(at: origin))
            try await count { _ = try await fleet.unlock(unlocks, connections: Self.connections, over: client.exchange(at: origin)) }
        }
    }
}
