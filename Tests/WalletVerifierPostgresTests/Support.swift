// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import PostgresClient
import PostgresCluster
import WalletVerifier
import WalletVerifierPostgres

/// A migrated database with the stores of two servers.
struct TestStores {
    let database: PostgresDatabase
    let store: PostgresSessionStore
    let other: PostgresSessionStore

    init(on cluster: PostgresCluster? = nil) async throws {
        let server: PostgresCluster
        if let cluster { server = cluster } else { server = try await PostgresCluster.shared() }
        database = try await server.makeDatabase()
        _ = try await PostgresSessionStore.migrate(database.configuration())
        store = try await PostgresSessionStore(database.configuration(), serving: true)
        other = try await PostgresSessionStore(database.configuration(), serving: true)
    }

    /// Adds a session without a limit that matters.
    func add(_ session: StoredSession) async throws {
        guard try await store.add(session, openAtMost: 1000, at: 0) else { throw SessionStoreError(.damaged, "not added") }
    }
}

extension PostgresDatabase {
    func configuration(_ change: (inout PostgresConfiguration) -> Void = { _ in }) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(verifierAt: PostgresAddress(address()), timeouts: .patient)
        // No test waits for a retry.
        configuration.reconnectPause = .zero
        change(&configuration)
        return configuration
    }

    /// The rest of a query for the sessions of the stores on this database.
    private var connections: String { "FROM pg_stat_activity WHERE datname = '\(name)' AND application_name = 'wallet-verifier'" }

    /// Waits until this number of connections of the stores wait for a lock.
    func waitForBlocked(_ count: Int) async throws {
        let sql = "SELECT 1 \(connections) AND wait_event_type = 'Lock' HAVING count(*) = \(count)"
        while try await run(sql).isEmpty {}
    }

    /// Terminates all connections of the stores.
    func terminateConnections() async throws {
        try await run("SELECT pg_terminate_backend(pid) \(connections)")
    }
}

extension StoredSession {
    /// A session whose keys are made of a number.
    static func made(
        _ number: UInt8, party: String = "shop", state: SessionState = .created, expiresAt: Int64 = 1000, removeAt: Int64 = 2000
    ) -> StoredSession {
        StoredSession(
            key: [UInt8](repeating: number, count: 32), pageKey: [1] + [UInt8](repeating: number, count: 31),
            walletKey: [2] + [UInt8](repeating: number, count: 31), party: party, state: state, version: 1, expiresAt: expiresAt,
            removeAt: removeAt, contents: [0, number])
    }

    /// The next version, with this state and these contents.
    func changed(to state: SessionState, contents: [UInt8] = [9]) -> StoredSession {
        StoredSession(
            key: key, pageKey: pageKey, walletKey: walletKey, party: party, state: state, version: version + 1,
            expiresAt: expiresAt + 1, removeAt: removeAt + 1, contents: contents)
    }
}

extension WebhookNote {
    /// A note whose id is made of a number.
    static func made(_ number: UInt8, dueAt: Int64 = 0) -> WebhookNote {
        WebhookNote(id: [UInt8](repeating: number, count: 16), party: "shop", contents: [number, 0], attempts: 0, dueAt: dueAt)
    }
}
