// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A PostgreSQL server of this process, as durable as a real one: fsync is on.
///
/// It listens on a socket in a private directory. It ends with the last reference or with the process, even after a crash: a watchdog in another
/// session waits for the end of a pipe that only this process holds.
package final class PostgresCluster: Sendable {
    package enum Stop: String, Sendable {
        /// Connections are closed and everything is written.
        case fast
        /// As in a crash: everything ends at once, and the next start recovers.
        case immediate
    }

    /// Where Debian installs PostgreSQL 15.
    static let binaries = "/usr/lib/postgresql/15/bin"
    static let user = "test"

    /// The reason that there is no server.
    package struct NotInstalled: Error, CustomStringConvertible {
        package let description = "PostgreSQL 15 is not installed; Scripts/install-packages test does that"
    }

    /// True if PostgreSQL is installed, for tests that can do without it.
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: binaries + "/initdb") }

    package let directory: String
    private let watchdog: FileHandle
    private let databases = Atomic(0)

    private static let first = Result { try PostgresCluster() }

    /// Returns the server that the tests of this process share; the first call starts it.
    ///
    /// - Throws: `NotInstalled` without PostgreSQL, because a skipped test is not a success.
    package static func shared() async throws -> PostgresCluster {
        try await onThread { try first.get() }
    }

    /// Returns a server of one test, which may stop it.
    ///
    /// - Throws: as above.
    package static func own() async throws -> PostgresCluster {
        try await onThread { try PostgresCluster() }
    }

    private init() throws {
        guard Self.isInstalled else { throw NotInstalled() }
        // Short, because a socket path has at most 107 bytes.
        directory = "/tmp/wpg-" + UUID().uuidString.prefix(8).lowercased()
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        watchdog = try Self.startWatchdog(directory)
        if let account = Command.account { try Command("/bin/chown", [account, directory]).run() }
        try server("initdb", ["-D", data, "-U", Self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        try settings.write(toFile: directory + "/settings", atomically: true, encoding: .utf8)
        // Another test of this process may have a stricter file mode mask; the server's user must be able to read this file.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory + "/settings")
        try Command.asServer("/bin/cp", [directory + "/settings", data + "/postgresql.auto.conf"]).run()
        try startNow()
    }

    private var data: String { directory + "/data" }

    /// Each store keeps up to eight connections, and Swift Testing starts all tests at once.
    private static let connections = 2000

    private var settings: String {
        """
        listen_addresses = ''
        unix_socket_directories = '\(directory)'
        unix_socket_permissions = 0700
        fsync = on
        full_page_writes = on
        synchronous_commit = on
        max_connections = \(Self.connections)
        shared_buffers = 64MB

        """
    }

    /// Starts a process that waits for the end of a pipe held by this process only, and then cleans up.
    private static func startWatchdog(_ directory: String) throws -> FileHandle {
        let line = try Line()
        let stop = Command.asServer(binaries + "/pg_ctl", ["-D", directory + "/data", "-m", "immediate", "stop"])
        let script = "trap '' INT TERM HUP; cat; \(stop.shell); rm -rf '\(directory)'"
        try Command("/usr/bin/setsid", ["--fork", "/bin/sh", "-c", script]).withoutInheritance.run(input: line.theirs.fileDescriptor)
        return line.ours
    }

    private func server(_ program: String, _ arguments: [String]) throws {
        try Command.asServer(Self.binaries + "/" + program, arguments).run()
    }

    private func startNow() throws {
        let arguments = ["-D", data, "-l", directory + "/log", "-w", "-t", "60", "start"]
        try Command.asServer(Self.binaries + "/pg_ctl", arguments).withoutInheritance.run()
    }
}

// MARK: - Use in tests

extension PostgresCluster {
    /// Creates an empty database.
    ///
    /// - Parameter options: options of `CREATE DATABASE`.
    package func makeDatabase(options: String = "") async throws -> PostgresDatabase {
        let name = "test\(databases.add(1, ordering: .relaxed).newValue)"
        let database = PostgresDatabase(cluster: self, name: name)
        try await PostgresDatabase(cluster: self, name: "postgres").run("CREATE DATABASE \(name) \(options)")
        return database
    }

    /// Stops the server and waits until it has stopped.
    package func stop(_ kind: Stop) async throws {
        try await onThread { [self] in try server("pg_ctl", ["-D", data, "-m", kind.rawValue, "-w", "stop"]) }
    }

    /// Starts the server again and waits until it takes connections.
    package func start() async throws {
        try await onThread { [self] in try startNow() }
    }

    /// A signal to a process of the server.
    package enum Signal: Sendable {
        /// Pauses the process.
        case stop
        case resume
        /// Kills it; the server treats this as a crash.
        case kill
    }

    /// Sends a signal to a process of the server, by its process id.
    package func signal(_ signal: Signal, to process: Int64) throws {
        let number =
            switch signal {
            case .stop: SIGSTOP
            case .resume: SIGCONT
            case .kill: SIGKILL
            }
        guard process > 1, kill(pid_t(process), number) == 0 else { throw CocoaError(.featureUnsupported) }
    }
}
