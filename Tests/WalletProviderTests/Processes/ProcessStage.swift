// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import PhoneSimulator
import PostgresCluster
import ProviderProtocol
import ServerKit
import SwiftASN1
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import X509

/// Servers on one database, and phones that connect to them over TLS.
struct ProcessStage: Sendable {
    private let stores: TestStores
    private let servers: [ProviderProcess]
    private let client: HTTPClient
    private let authority: DevelopmentAppleCA
    private let sent: Counters

    /// The number of servers on a database of this kind; SQLite permits one.
    static func servers(_ kind: StoreKind) -> Int { kind == .postgres ? 4 : 1 }

    static func with(_ kind: StoreKind, _ body: @Sendable (ProcessStage) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        let state = directory.path("state")
        var generator = SystemRandomNumberGenerator()
        let authority = try DevelopmentAppleCA(now: Date(), using: &generator)
        try directory.write(Array(authority.root.serializeAsPEM().pemString.utf8), to: "root.pem")
        try FileManager.default.createDirectory(
            atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let tls = try DevelopmentCertificateAuthority(directory: URL(filePath: state + "/tls", directoryHint: .isDirectory), now: Date())

        var backend = ["--state", state]
        let stores: TestStores
        switch kind {
        case .sqlite: stores = .sqlite(file: state + "/accounts.sqlite", nil, directory)
        case .postgres:
            let database = try await PostgresCluster.shared().makeDatabase()
            stores = .postgres(database)
            backend += ["--database", database.url]
            try await ProviderProcess.run(["keys", "create", "--state", state])
            try await ProviderProcess.run(["migrate"] + backend)
            try await database.stopClock(at: Timestamp(Date()).milliseconds)
        }
        let arguments =
            backend + [
                "--public-url", TestProvider.publicURL, "--apple-root", directory.path("root.pem"), "--apple-app-id",
                "\(TestProvider.appID)", "--apple-environment", "production", "--allow-development-roots",
                // All phones share one address here, so the limits per address are disabled.
                "--requests-per-address", "0", "--registration-requests-per-address", "0",
            ]
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([try NIOSSLCertificate(bytes: tls.rootCertificate, format: .der)])
        var settings = HTTPClient.Configuration(tlsConfiguration: configuration)
        settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64 / servers(kind)
        settings.timeout = .init(connect: .seconds(60), read: .seconds(60))
        try await HTTPClient.withHTTPClient(configuration: settings) { client in
            try await ProviderProcess.serving(servers(kind), arguments) { servers in
                try await body(
                    ProcessStage(
                        stores: stores, servers: servers, client: client, authority: authority, sent: Counters(servers.count)))
            }
        }
        withExtendedLifetime(directory) {}
    }

    // MARK: Phones

    /// Sends a body to the servers in turn.
    ///
    /// - Throws: `ProviderProblem` if the answer is one.
    func send(_ body: [UInt8], to endpoint: Endpoint) async throws -> [UInt8] {
        let server = sent.next()
        var request = HTTPClientRequest(url: "https://localhost:\(servers[server].port)\(endpoint.path)")
        if endpoint != .beacon {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await client.execute(request, timeout: .seconds(120))
        let answer = Array(try await response.body.collect(upTo: 1 << 20).readableBytesView)
        sent.answered(server)
        guard response.status.code < 300 else { throw try ProviderProblem(parsing: answer, status: Int(response.status.code)) }
        return answer
    }

    func registeredPhone() async throws -> TestPhone {
        var phone = TestPhone()
        try await phone.register(by: authority) { try await send($1, to: $0) }
        return phone
    }

    /// Returns the beacon of the next server in turn; all servers accept it.
    func beacon() async throws -> String {
        try SingleMemberAnswer(parsing: try await send([], to: .beacon), expecting: .beacon).value
    }

    /// Returns the problem that a request is answered with; nil if its PIN is right.
    func problem(of body: [UInt8], to instruction: Instruction) async throws -> ProviderProblem? {
        do {
            _ = try await send(body, to: .instruction(instruction))
            return nil
        } catch let problem as ProviderProblem {
            return problem
        }
    }

    // MARK: Results

    /// True if a server may not know yet of an unlock that another server has answered.
    var mayOvertakeUnlock: Bool { servers.count > 1 }

    /// Returns all guesses that the servers have verified so far.
    func verified() async -> [ProviderLog.Verified] {
        var verified: [ProviderLog.Verified] = []
        for (index, server) in servers.enumerated() {
            verified += await server.log.verified(afterRequests: sent.answered(by: index))
        }
        return verified
    }

    func attempts(of phone: TestPhone) async throws -> Int {
        if stores.server == nil {
            // The server may commit an unlock's outcome only with its next write.
            _ = try await registeredPhone()
        } else {
            // Before a server reads the wallet for this message, which it refuses, it writes the wallet's outcome.
            let beacon = try await beacon()
            for _ in servers {
                let answer = try await fire(Shot(guess: .right, beacon: beacon, number: 1), phone)
                try #require(answer.isRefusal)
            }
        }
        let sql = "SELECT attempts FROM account WHERE wallet_id = '\(phone.walletID.text)'"
        return try #require(try await stores.integers(sql).first)
    }

    /// Lets a waiting period pass: advances the clock, or where the process uses the real clock, moves the period's start back.
    func pass(milliseconds: Int64) async throws {
        try await stores.advance(milliseconds: milliseconds)
    }
}

/// The number of requests received and answered by each server.
private final class Counters: Sendable {
    private let turn = Atomic(0)
    private let answered: Mutex<[Int]>

    init(_ servers: Int) { answered = Mutex(Array(repeating: 0, count: servers)) }

    func next() -> Int {
        let servers = answered.withLock { $0.count }
        return turn.add(1, ordering: .relaxed).oldValue % servers
    }
    func answered(_ server: Int) { answered.withLock { $0[server] += 1 } }
    func answered(by server: Int) -> Int { answered.withLock { $0[server] } }
}
