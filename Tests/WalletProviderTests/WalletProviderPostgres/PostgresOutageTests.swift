// SPDX-License-Identifier: EUPL-1.2

import Crypto
import Deadlines
import PostgresClient
import PostgresCluster
import ProviderProtocol
import TestEnvironment
import Testing
import WalletProvider
import WalletProviderPostgres

/// A PostgreSQL server that stops, hangs and returns, under a provider.
@Suite(.timeLimit(.minutes(20)))
struct PostgresOutageTests {
    /// Runs the body with two providers on one database: one that waits long, and one with the time limits of an installation.
    private func serving(
        _ body: (_ test: TestProvider, _ production: TestProvider, _ database: PostgresDatabase, _ cluster: PostgresCluster) async throws ->
            Void
    ) async throws {
        let cluster = try await PostgresCluster.own()
        let database = try await PostgresDatabase.migrated(on: cluster)
        func configuration(_ timeouts: Timeouts) -> PostgresConfiguration {
            PostgresConfiguration(address: PostgresAddress(database.address()), timeouts: timeouts)
        }
        let (patient, production) = (
            try await PostgresAccountStore(configuration(.patient)), try await PostgresAccountStore(configuration(.production))
        )
        let test = TestProvider(try TestProvider(), on: patient)
        try await body(test, TestProvider(test, on: production), database, cluster)
        await patient.close()
        await production.close()
    }

    /// Sends the same bytes until the answer is not `unavailable`, like a client.
    private func problemWhenBack(_ test: TestProvider, _ request: ProviderRequest) async throws -> ProviderProblem? {
        let start = ContinuousClock.now
        while true {
            let problem = await test.problem(of: request)
            if problem != .unavailable {
                print("served again after \(ContinuousClock.now - start)")
                return problem
            }
        }
    }

    @Test(arguments: [PostgresCluster.Stop.fast, .immediate])
    func `while the server is down there is no verdict and no count, and service resumes automatically`(
        _ kind: PostgresCluster.Stop
    ) async throws {
        try await serving { (test, _, _, cluster) async throws in
            var phone = try await test.registeredPhone()
            #expect(try await test.tryPIN(&phone, right: false) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
            let beacon = try await test.beacon()
            let wrong = try phone.checkPIN(beacon, pinKey: P256.Signing.PrivateKey())
            try await cluster.stop(kind)
            let start = ContinuousClock.now
            for _ in 1...3 { #expect(await test.problem(of: wrong) == .unavailable) }
            print("three answers without a server: \(ContinuousClock.now - start)")
            await #expect(throws: ProviderProblem.unavailable) { try await test.provider.removeExpired() }
            try await cluster.start()
            #expect(try await problemWhenBack(test, wrong) == .incorrectPIN(attemptsLeftInRound: 2, isFinalRound: false))
            #expect(try await test.account(of: phone).attempts == 2)
            #expect(try await test.tryPIN(&phone, right: true) == nil)
        }
    }

    @Test func `while a row is locked there is no verdict, an answer in time, and no count`() async throws {
        try await serving { (test, production, database, _) async throws in
            var phone = try await test.registeredPhone()
            let request = try phone.checkPIN(try await test.beacon(), pinKey: P256.Signing.PrivateKey())
            try await database.whileOpen("SELECT 1 FROM wallet_provider.account FOR UPDATE") {
                let start = ContinuousClock.now
                #expect(await production.problem(of: request) == .unavailable)
                let time = ContinuousClock.now - start
                print("an answer while the row is locked: \(time)")
                // The limit is 1.7 s. With the limits of tests the lock alone is awaited for 30 s.
                #expect(time < .seconds(20))
            }
            #expect(try await test.account(of: phone).attempts == 0)
            #expect(try await problemWhenBack(test, request) == .incorrectPIN(attemptsLeftInRound: 3, isFinalRound: false))
        }
    }
}
