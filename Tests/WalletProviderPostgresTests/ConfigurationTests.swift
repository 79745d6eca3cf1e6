// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import Testing
import WalletProviderPostgres

struct ConfigurationTests {
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout PostgresConfiguration) -> Void

        init(_ description: String, _ change: @escaping @Sendable (inout PostgresConfiguration) -> Void) {
            testDescription = description
            self.change = change
        }
    }

    static let mistakes = [
        Change("no connection") { $0.connections = 0 }, Change("65 connections") { $0.connections = 65 },
        Change("no queue") { $0.queueLimit = 0 }, Change("an endless queue") { $0.queueLimit = .max },
        Change("no time") { $0.callTimeLimit = .zero }, Change("an hour") { $0.callTimeLimit = .seconds(3600) },
        Change("a negative pause") { $0.reconnectPause = .seconds(-1) }, Change("a long pause") { $0.reconnectPause = .seconds(61) },
        Change("no name") { $0.applicationName = "" }, Change("a long name") { $0.applicationName = String(repeating: "x", count: 64) },
        Change("a name with a zero byte") { $0.applicationName = "a\0b" },
        Change("no address") { $0.address = PostgresAddress("") }, Change("a bare word") { $0.address = PostgresAddress("wallet") },
        Change("a zero byte") { $0.address = PostgresAddress("host=a\0 dbname=b") },
        Change("an unknown keyword") { $0.address = PostgresAddress("hosst=a") },
        Change("an open quote") { $0.address = PostgresAddress("host='a") },
        Change("another scheme") { $0.address = PostgresAddress("mysql://a/b?c=d") },
        Change("half an escape") { $0.address = PostgresAddress("postgresql://a%2/b") },
    ]

    @Test(arguments: mistakes)
    func `a setting outside its range is rejected before anything starts`(_ mistake: Change) async {
        var configuration = PostgresConfiguration(address: PostgresAddress("host=/nowhere"), timeouts: .patient)
        mistake.change(&configuration)
        let error = PostgresError(.configuration, "")
        #expect(throws: error) { try PostgresPool(configuration) }
        await #expect(throws: error) { try await PostgresMigrator(configuration).check() }
    }

    @Test func `a database address is never shown in messages`() throws {
        let address = PostgresAddress("postgresql://user:hunter2@host/database")
        var text = "\(address) \(String(reflecting: address))"
        dump(PostgresConfiguration(address: address, timeouts: .patient), to: &text)
        #expect(!text.contains("hunter2"))
        let error = #expect(throws: PostgresError.self) {
            try PostgresPool(
                PostgresConfiguration(address: PostgresAddress("postgresql://user:hunter2@host/a?hunter3=1"), timeouts: .patient))
        }
        #expect(error.map { "\($0)" }?.contains("hunter") == false)
    }
}
