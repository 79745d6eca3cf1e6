// SPDX-License-Identifier: EUPL-1.2

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import PhoneSimulator
import PostgresCluster
import ProviderProtocol
import SwiftASN1
import Synchronization
import TestEnvironment
import Testing
import WalletProvider
import X509

/// Four replicas behind nginx on one PostgreSQL and one witness. Each is restarted while wallets register, unlock and deregister (F-S8,
/// F-S16).
///
/// Closures here contain no `#expect` with a closure argument; see `ProcessRaceTests`.
@Suite(.serialized)
struct RollingRestartTests {
    static let isLong = ProcessInfo.processInfo.environment["WALLET_RACES"] == "long"

    /// The outcomes of a wallet's unlocks.
    struct Tally: Sendable {
        var unlocks = 0
        var deregistrations = 0
        var retries = 0
        var failures: [String] = []
    }

    @Test(.timeLimit(.minutes(20)))
    func `every replica is restarted under load, and retrying clients show their users no error`() async throws {
        try #require(
            FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx"),
            "nginx is not installed; Scripts/install-packages test does that")
        let (wallets, rounds) = Self.isLong ? (32, 5) : (6, 1)
        let directory = try TemporaryDirectory()
        let stage = try await Replicas(directory)
        defer { stage.stopAll() }
        let authority = stage.authority
        try await Nginx.serving(stage.ports, certificate: stage.certificate, key: stage.key) { nginx in
            try await stage.withClient { client in
                let sender = Sender(client: client, port: nginx.port)
                var phones: [TestPhone] = []
                for _ in 0..<wallets { phones.append(try await sender.registeredPhone(by: authority)) }
                let end = End()
                let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
                    for phone in phones {
                        group.addTask {
                            var (phone, tally) = (phone, Tally())
                            while !end.isReached { await sender.unlock(&phone, &tally) }
                            return tally
                        }
                    }
                    group.addTask {
                        var tally = Tally()
                        while !end.isReached { await sender.comeAndGo(by: authority, &tally) }
                        return tally
                    }
                    for _ in 0..<rounds {
                        for index in 0..<4 { try await stage.restart(index) }
                    }
                    end.reach()
                    return try await group.reduce(into: Tally()) { sum, one in
                        sum.unlocks += one.unlocks
                        sum.deregistrations += one.deregistrations
                        sum.retries += one.retries
                        sum.failures += one.failures
                    }
                }
                print(
                    "rolling restart: \(tally.unlocks) unlocks, \(tally.deregistrations) deregistrations, "
                        + "\(tally.retries) requests sent again, \(tally.failures.count) failures")
                #expect(tally.failures.isEmpty, "\(tally.failures.prefix(5))")
                #expect(tally.unlocks >= wallets && tally.deregistrations > 0)
                let left = try await stage.database.run("SELECT count(*) FROM wallet_provider.account WHERE state = 'deregistered'")
                #expect(left == ["\(tally.deregistrations)"])
            }
        }
        #expect(stage.endings.allSatisfy { $0 == 0 }, "a replica that is asked to stop ends with 0")
        // No attempt is left over, once the last outcomes are written.
        try await stage.database.wait(for: "SELECT 1 WHERE NOT EXISTS (SELECT FROM wallet_provider.account WHERE attempts > 0)")
        let accounts = try await stage.database.run("SELECT count(*) FROM wallet_provider.account WHERE state = 'active'")
        #expect(accounts == ["\(wallets)"], "no request made an account twice")
        try await stage.checkWitness()
        withExtendedLifetime(directory) {}
    }
}

/// An answer that is not from the provider.
private struct Foreign: Error {
    let status: Int
    let attempt: Int
    let body: String
}

/// The signal that lets the wallets stop.
private final class End: Sendable {
    private let flag = Atomic(false)
    var isReached: Bool { flag.load(ordering: .relaxed) }
    func reach() { flag.store(true, ordering: .relaxed) }
}

/// A client that resends the same bytes after a missing answer, like the wallet.
private struct Sender: Sendable {
    let client: HTTPClient
    let port: Int

    /// Sends a POST with a body, or a GET without.
    private func once(_ body: [UInt8]?, to endpoint: Endpoint) async throws -> (status: Int, body: [UInt8]) {
        var request = HTTPClientRequest(url: "https://localhost:\(port)\(endpoint.path)")
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        let response = try await client.execute(request, timeout: .seconds(60))
        return (Int(response.status.code), Array(try await response.body.collect(upTo: 1 << 20).readableBytesView))
    }

    /// Returns true if a server behind the proxy answers. The suite's time limit ends a test that waits forever.
    private func isReachable() async throws -> Bool {
        let answer = try? await client.execute(
            HTTPClientRequest(url: "https://localhost:\(port)\(Endpoint.keys.path)"), timeout: .seconds(60))
        return answer?.status == .ok
    }

    /// Sends the request up to five times, each time after a server has answered; counts the retries.
    func send(_ body: [UInt8]?, to endpoint: Endpoint, _ retries: inout Int) async throws -> [UInt8] {
        for attempt in 1...5 {
            do {
                let answer = try await once(body, to: endpoint)
                if answer.status < 300 { return answer.body }
                guard answer.status >= 502, attempt < 5 else {
                    guard let problem = try? ProviderProblem(parsing: answer.body, status: answer.status) else {
                        throw Foreign(
                            status: answer.status, attempt: attempt, body: String(decoding: answer.body.prefix(200), as: UTF8.self))
                    }
                    throw problem
                }
            } catch let error where error is ProviderProblem || error is Foreign {
                throw error
            } catch {
                guard attempt < 5 else { throw error }
            }
            retries += 1
            while try await !isReachable() {}
        }
        throw CancellationError()
    }

    private func beacon(_ retries: inout Int) async throws -> String {
        try SingleMemberAnswer(parsing: try await send(nil, to: .beacon, &retries), expecting: .beacon).value
    }

    func unlock(_ phone: inout TestPhone, _ tally: inout RollingRestartTests.Tally) async {
        do {
            let request = try phone.checkPIN(try await beacon(&tally.retries)).encode()
            _ = try await send(request, to: .instruction(.checkPIN), &tally.retries)
            tally.unlocks += 1
        } catch {
            tally.failures.append("\(error)")
        }
    }

    /// Runs a wallet from registration to deregistration.
    func comeAndGo(by authority: DevelopmentAppleCA, _ tally: inout RollingRestartTests.Tally) async {
        do {
            var phone = try await registeredPhone(by: authority)
            await unlock(&phone, &tally)
            let request = try phone.message(.deregister, try await beacon(&tally.retries)).encode()
            _ = try await send(request, to: .instruction(.deregister), &tally.retries)
            tally.deregistrations += 1
        } catch {
            tally.failures.append("\(error)")
        }
    }

    func registeredPhone(by authority: DevelopmentAppleCA) async throws -> TestPhone {
        var (phone, retries) = (TestPhone(), 0)
        try await phone.register(by: authority) { try await send($1, to: $0, &retries) }
        return phone
    }
}
