// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// `wallet-benchmark unlock`: unlocks (a `check_pin` with the beacon of an earlier answer) with a real `wallet-provider serve`, and the floor in the same run.
struct UnlockBenchmark: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Measure unlocks with a real server, and the protocol's minimum cost.")

    @Option(help: "The server to measure.")
    var provider = CommandLine.arguments[0].replacing(#/[^/]*$/#, with: "") + "wallet-provider"

    @Option(help: "Which database and HSM: \(Installation.Kind.allCases.map(\.rawValue).joined(separator: ", ")). Default: all.")
    var installation: [Installation.Kind] = Installation.Kind.allCases

    @Option(help: "Number of measured unlocks.")
    var unlocks = 4000

    @Option(help: "Number of unlocks for warming up.")
    var warmUp = 400

    @Option(help: "Number of connections; each unlocks one wallet after the other without a pause.")
    var connections = 8

    @Option(help: "Number of wallets, at least the number of connections.")
    var phones = 64

    @Flag(help: "Keep the server loaded until interrupted after the measurement, for a profiler; prints its process id.")
    var hold = false

    func validate() throws {
        guard connections >= 1, phones >= connections, unlocks >= connections else {
            throw ValidationError("at least one connection; at least as many phones and unlocks as connections")
        }
    }

    func run() async throws {
        for kind in installation {
            guard kind.isInstalled else {
                print("\(kind.title): left out, not installed on this machine\n")
                continue
            }
            print(try await measure(kind).table(title: kind.title))
        }
    }

    /// Measures one installation in a temporary directory, which is deleted at the end.
    private func measure(_ kind: Installation.Kind) async throws -> Report {
        let directory = FileManager.default.temporaryDirectory.appending(path: "wallet-benchmark-" + UUID().uuidString).path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let installation = try await Installation.make(kind, in: directory)
        do {
            let report = try await measure(installation)
            await installation.stop()
            return report
        } catch {
            await installation.stop()
            throw error
        }
    }

    private func measure(_ installation: Installation) async throws -> Report {
        let server = try await ServerProcess.start(provider, installation.serveArguments, environment: installation.environment)
        defer { server.stop() }
        let origin = "https://localhost:\(server.port)"
        var fleet = try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            var fleet = try await Fleet.register(phones, at: origin, with: client, installation)
            _ = try await fleet.unlock(warmUp, connections: connections, over: client.exchange(at: origin))
            return fleet
        }
        let load = try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            // The TLS handshakes are not part of an unlock.
            _ = try await fleet.unlock(connections * 4, connections: connections, over: client.exchange(at: origin))
            let database = installation.databaseProcess
            return try await Load.measure([server.processID] + (database.map { [$0] } ?? [])) {
                try await fleet.unlock(unlocks, connections: connections, over: client.exchange(at: origin))
            }
        }
        if hold {
            print("the server's process id is \(server.processID)")
            try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
                while true { _ = try await fleet.unlock(unlocks, connections: connections, over: client.exchange(at: origin)) }
            }
        }
        server.stop()

        let bare = try await bareRequests(fleet.sizes, installation)
        let inProcess = try await InProcess.measure(&fleet, installation, connections: connections)
        let floor = try await Floor.measure(installation)
        return Report(load: load, bare: bare, inProcess: inProcess, floor: floor, sizes: fleet.sizes, connections: connections)
    }

    /// The same number of exchanges of the same sizes, over the same kind of connection, with a server that does nothing.
    private func bareRequests(_ sizes: Fleet.Sizes, _ installation: Installation) async throws -> Load {
        let identity = installation.tlsDirectory + "/server"
        let server = try await ServerProcess.start(
            CommandLine.arguments[0],
            [
                "bare-server", "--tls-certificate", identity + ".pem", "--tls-key", identity + "-key.pem", "--answer-bytes",
                "\(sizes.answer)",
            ],
            environment: [:])
        defer { server.stop() }
        return try await Client.with(trusting: installation.tlsRoot, connections: connections) { client in
            let bare = BareExchanges(sizes: sizes, origin: "https://localhost:\(server.port)", client: client)
            _ = try await bare.send(max(warmUp, connections * 4), connections: connections)
            return try await Load.measure([server.processID]) { try await bare.send(unlocks, connections: connections) }
        }
    }
}
