// SPDX-License-Identifier: EUPL-1.2

import Foundation
import PostgresClient
import PostgresCluster
import WalletProviderPostgres

/// The commits that `pgbench` makes on the same database server with the statement that reserves an attempt, in a database of its own. It is
/// the upper limit for durable unlocks: one such commit each, and nothing else.
struct CommitBaseline: Sendable {
    private static let program = "/usr/lib/postgresql/15/bin/pgbench"
    /// The session settings of the provider that concern a statement's work.
    private static let settings = "-c search_path=wallet_provider,pg_temp -c plan_cache_mode=force_generic_plan -c jit=off"

    /// More sequence numbers than a connection takes in a round.
    private static let numbersOfRound = 1_000_000

    private let database: PostgresDatabase
    /// The parent process of the database server.
    private let process: Int32
    private let script: String

    /// Prepares an empty database with the provider's tables, and the script in a directory.
    init(_ database: PostgresDatabase, process: Int32, script directory: String) throws {
        self.database = database
        self.process = process
        script = directory + "/reserve.sql"
        try Self.reservation().write(toFile: script, atomically: true, encoding: .utf8)
    }

    /// Adds accounts: for each connection its own, as each connection of the unlocks has its own wallets.
    func addAccounts(connections: Int, each: Int) async throws {
        try await database.run(
            """
            INSERT INTO wallet_provider.account (
                wallet_id, state, device_kind, device_key, sealed_pin_key, pin_version, revocation_code_mark, request_hash, created_at,
                is_used, seq, assertion_counter, attempts, attempt_seq)
            SELECT lpad((client * 1000 + wallet)::text, 22, '0'), 'active', 'apple', decode(repeat('ab', 64), 'hex'),
                decode(repeat('ab', 93), 'hex'), 0, sha256(convert_to(client || '-' || wallet, 'UTF8')), decode(repeat('ab', 32), 'hex'),
                wallet_provider.wallet_now(), true, 1, 1, 0, 1
            FROM generate_series(0, \(connections - 1)) AS client, generate_series(0, \(each - 1)) AS wallet
            """)
    }

    /// Commits as fast as possible.
    ///
    /// - Parameter round: greater than that of each call before, at least 0.
    func measure(round: Int, seconds: Int, connections: Int, each: Int) async throws -> CommitRate {
        let log = try await walPosition()
        let before = try CPUTime.ofProcess(process)
        let text = try Tool.output(
            of: Self.program,
            [
                "-n", "-M", "prepared", "-c", "\(connections)", "-j", "\(min(2, connections))", "-T", "\(seconds)",
                "-D", "last=\(each - 1)", "-D", "number=\(1 + round * Self.numbersOfRound)", "-f", script,
                "-h", database.cluster.directory, "-U", "test", database.name,
            ],
            environment: ["PGOPTIONS": Self.settings])
        let time = try CPUTime.ofProcess(process) - before
        guard let rate = text.firstMatch(of: #/tps = ([0-9.]+)/#).flatMap({ Double($0.1) }),
            let count = text.firstMatch(of: #/actually processed: (\d+)/#).flatMap({ Int($0.1) }), rate > 0, count > 0
        else { throw BenchmarkError("pgbench reports no rate: \(text)") }
        return CommitRate(
            commitsPerSecond: rate, databaseTime: time.total / Double(count),
            logBytes: Double(try await walPosition() - log) / Double(count))
    }

    /// The number of bytes in the write-ahead log since the server was created.
    func walPosition() async throws -> Int {
        let rows = try await database.run("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')")
        guard let position = rows.first.flatMap({ Int($0) }) else { throw BenchmarkError("the database server has no log position") }
        return position
    }

    /// The provider's statement, with a value for each of its parameters. A connection's numbers only grow. Attempts are never reset here,
    /// so they are not limited.
    private static func reservation() throws -> String {
        let number = ":number::bigint"
        let values: [Substring: String] = [
            "1": "lpad(:wallet::text, 22, '0')", "2": number, "3": number, "4": "decode(repeat('ab', 32), 'hex')", "5": "0::bigint",
            "6": "4::bigint", "7": "\(Int64.max)::bigint", "8": "'{}'::bigint[]",
        ]
        let statement = try PostgresAccountStore.reserving.sql.replacing(#/\$(\d+)/#) { match -> String in
            guard let value = values[match.1] else { throw BenchmarkError("the reservation has a parameter more: \(match.0)") }
            return value
        }
        return """
            \\set wallet :client_id * 1000 + random(0, :last)
            \\set number :number + 1
            \(statement);
            """
    }
}

/// The result of `pgbench`.
struct CommitRate: Sendable {
    let commitsPerSecond: Double
    /// Processor seconds of the database server per commit.
    let databaseTime: Double
    /// Bytes of the write-ahead log per commit.
    let logBytes: Double
}
