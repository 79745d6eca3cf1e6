// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import Testing
import WalletProviderPostgres

/// A database with a pool for it.
struct TestPool {
    let database: PostgresDatabase
    let pool: PostgresPool

    init(on cluster: PostgresCluster? = nil, _ change: (inout PostgresConfiguration) -> Void = { _ in }) async throws {
        let server: PostgresCluster
        if let cluster { server = cluster } else { server = try await PostgresCluster.shared() }
        database = try await server.makeDatabase()
        pool = try PostgresPool(database.configuration(change))
    }

    /// Returns the outcome of a statement: the first column of its rows, or the error's code.
    func ending(_ statement: PostgresStatement, _ values: [PostgresValue] = []) async -> Ending {
        await Ending.of(pool, statement, values)
    }
}

extension PostgresDatabase {
    func configuration(_ change: (inout PostgresConfiguration) -> Void = { _ in }) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(address: PostgresAddress(address()), timeouts: .patient)
        // No test waits for a retry.
        configuration.reconnectPause = .zero
        change(&configuration)
        return configuration
    }

    /// The rest of a query for the sessions of the pools on this database.
    var sessions: String { "FROM pg_stat_activity WHERE datname = '\(name)' AND application_name = 'wallet-provider'" }

    /// Waits until a query returns a row.
    func wait(for sql: String) async throws {
        while try await run(sql).isEmpty {}
    }

    /// Waits until this number of sessions of the database wait for a lock.
    func waitForBlockedSessions(_ count: Int) async throws {
        try await wait(for: "SELECT 1 \(sessions) AND wait_event_type = 'Lock' HAVING count(*) = \(count)")
    }

    /// Terminates all sessions of the pools on this database.
    func terminateSessions() async throws {
        try await run("SELECT pg_terminate_backend(pid) \(sessions)")
    }
}

enum Ending: Sendable, Hashable {
    case values([PostgresValue])
    case error(PostgresError.Code)

    static func of(_ pool: PostgresPool, _ statement: PostgresStatement, _ values: [PostgresValue] = []) async -> Ending {
        do throws(PostgresError) {
            var firsts: [PostgresValue] = []
            for row in try await pool.execute(statement, values) { firsts.append(try row.value("v")) }
            return .values(firsts)
        } catch {
            return .error(error.code)
        }
    }
}
