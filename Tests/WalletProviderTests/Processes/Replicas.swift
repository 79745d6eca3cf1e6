// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL
import PhoneSimulator
import PostgresCluster
import ProviderProtocol
import ServerKit
import SwiftASN1
import Synchronization
import TestEnvironment
import X509

/// Four replicas on one PostgreSQL and one directory of journals, in plain HTTP on this machine. Each can be stopped and started.
final class Replicas: Sendable {
    let database: PostgresDatabase
    let authority: DevelopmentAppleCA
    /// The paths of certificate and key for a proxy.
    let certificate: String
    let key: String
    let ports: [Int]
    private let roots: [[UInt8]]
    private let arguments: [String]
    private let backend: [String]
    private let processes: Mutex<[Process]>
    private let ended = Mutex<[Int32]>([])

    /// The exit statuses of stopped replicas.
    var endings: [Int32] { ended.withLock { $0 } }

    init(_ directory: TemporaryDirectory) async throws {
        let state = directory.path("state")
        var generator = SystemRandomNumberGenerator()
        authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        try directory.write(Array(authority.root.serializeAsPEM().pemString.utf8), to: "root.pem")
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let tls = try DevelopmentCertificateAuthority(directory: URL(filePath: state + "/tls", directoryHint: .isDirectory), now: Date())
        roots = [tls.rootCertificate]
        (certificate, key) = (state + "/tls/server.pem", state + "/tls/server-key.pem")
        database = try await PostgresCluster.shared().makeDatabase()
        backend = [
            "--state", state, "--database", database.url,
            "--witness-journal", directory.path("witness"),
        ]
        try await ProviderProcess.run(["keys", "create", "--state", state])
        try await ProviderProcess.run(["migrate"] + backend)
        arguments =
            backend + [
                "--plain-http", "--public-url", TestProvider.publicURL, "--apple-root", directory.path("root.pem"), "--apple-app-id",
                "\(TestProvider.appID)", "--apple-environment", "production", "--allow-development-roots", "--trusted-proxy", "127.0.0.1",
                "--requests-per-address", "0", "--registration-requests-per-address", "0",
            ]
        var (processes, ports): ([Process], [Int]) = ([], [])
        do {
            for _ in 0..<4 {
                let started = try await ProviderProcess.started(["--port", "0"] + arguments)
                processes.append(started.process)
                ports.append(started.server.port)
            }
        } catch {
            Self.stop(processes)
            throw error
        }
        self.ports = ports
        self.processes = Mutex(processes)
    }

    /// Stops a replica, waits for its end, and starts a new one in its place.
    func restart(_ index: Int) async throws {
        let process = processes.withLock { $0[index] }
        process.terminate()
        await withCheckedContinuation { continuation in
            Thread {
                process.waitUntilExit()
                continuation.resume()
            }.start()
        }
        ended.withLock { $0.append(process.terminationStatus) }
        let started = try await ProviderProcess.started(["--port", "\(ports[index])"] + arguments)
        processes.withLock { $0[index] = started.process }
    }

    /// Checks that the database is as new as its witness.
    func checkWitness() async throws { try await ProviderProcess.run(["witness", "check"] + backend) }

    func stopAll() { Self.stop(processes.withLock { $0 }) }

    private static func stop(_ processes: [Process]) {
        for process in processes {
            if process.isRunning { process.terminate() }
            process.waitUntilExit()
        }
    }

    /// Calls the body with a client that trusts the proxy's certificate.
    func withClient(_ body: (HTTPClient) async throws -> Void) async throws {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(bytes: $0, format: .der) })
        var settings = HTTPClient.Configuration(tlsConfiguration: tls)
        settings.timeout = .init(connect: .seconds(60), read: .seconds(60))
        try await HTTPClient.withHTTPClient(configuration: settings, body)
    }
}
