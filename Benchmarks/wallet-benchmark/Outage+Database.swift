// SPDX-License-Identifier: EUPL-1.2

import Foundation
import GRDBSQLite
import PostgresCluster
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Outage {
    /// Another writer holds the SQLite file's lock.
    static func heldDatabase(_ path: String) -> Outage {
        Outage(name: "SQLite held by another writer") {
            let writer = try Writer(path)
            return { writer.close() }
        }
    }

    /// Other writers hold the SQLite file's lock most of the time.
    static func slowDatabase(_ path: String) -> Outage {
        // SQLite checks ten times per second whether a lock is free.
        pulsing("SQLite slow", moment: .milliseconds(150)) {
            let writer = try Writer(path)
            return { writer.close() }
        }
    }

    /// The PostgreSQL server and all its processes are suspended most of the time.
    static func slow(_ cluster: PostgresCluster) -> Outage { pulsing("PostgreSQL slow") { try stop(cluster) } }

    /// Stops and restarts the PostgreSQL server.
    static func stopped(_ cluster: PostgresCluster) -> Outage {
        Outage(name: "PostgreSQL stopped") {
            try await cluster.stop(.fast)
            return { try await cluster.start() }
        }
    }

    /// Suspends and resumes the PostgreSQL server and all its processes.
    static func standing(_ cluster: PostgresCluster) -> Outage {
        Outage(name: "PostgreSQL stands still") { try stop(cluster) }
    }

    private static func stop(_ cluster: PostgresCluster) throws -> @Sendable () -> Void {
        // Read each time, because a restart changes it.
        let text = try String(contentsOfFile: cluster.directory + "/data/postmaster.pid", encoding: .utf8)
        guard let first = text.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            throw BenchmarkError("the database server has no process id")
        }
        let all = [first] + (try CPUTime.children(of: first))
        for one in all { kill(one, SIGSTOP) }
        return { for one in all { kill(one, SIGCONT) } }
    }
}

/// A connection that holds the write lock.
private final class Writer: Sendable {
    private let connection: Mutex<UInt>

    /// Acquires the lock.
    init(_ path: String) throws {
        var opened: OpaquePointer?
        guard unsafe sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK,
            unsafe sqlite3_busy_timeout(opened, 10_000) == SQLITE_OK,
            unsafe sqlite3_exec(opened, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK
        else { throw BenchmarkError("\(path) cannot be held") }
        connection = Mutex(UInt(bitPattern: opened))
    }

    /// Releases the lock.
    func close() {
        connection.withLock { connection in
            _ = unsafe sqlite3_close(OpaquePointer(bitPattern: connection))
            connection = 0
        }
    }
}
