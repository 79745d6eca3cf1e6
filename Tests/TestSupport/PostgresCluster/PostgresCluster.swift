// SPDX-License-Identifier: EUPL-1.2

import Foundation
import Synchronization

/// A PostgreSQL server of this process' own, with the durability of a real one: fsync is on.
///
/// It listens on a socket in a directory of its own, which nobody else may enter, and is gone with the last reference or with the process,
/// however that ends: a watchdog in another session waits for the end of a line that only this process holds.
package final class PostgresCluster: Sendable {
    /// How a server is stopped.
    package enum Stop: String, Sendable {
        /// Connections are ended, everything is written.
        case fast
        /// As in a crash: everything ends at once, and the next start recovers.
        case immediate
    }

    /// Where Debian installs PostgreSQL 15.
    static let binaries = "/usr/lib/postgresql/15/bin"
    static let user = "test"

    /// Why there is no server.
    package struct NotInstalled: Error, CustomStringConvertible {
        /// What to do about it.
        package let description = "PostgreSQL 15 is not installed; Scripts/install-packages test does that"
    }

    /// Whether PostgreSQL is there; for who can do without it.
    package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: binaries + "/initdb") }

    /// The directory of the socket.
    package let directory: String
    private let watchdog: FileHandle
    private let databases = Atomic(0)

    private static let first = Result { try PostgresCluster() }

    /// The server that the tests of this process share; started at the first call.
    ///
    /// - Throws: `NotInstalled` without PostgreSQL: what is not tested is no success.
    package static func shared() async throws -> PostgresCluster {
        try await onThread { try first.get() }
    }

    /// A server of one test, which may stop it.
    ///
    /// - Throws: as above.
    package static func own() async throws -> PostgresCluster {
        try await onThread { try PostgresCluster() }
    }

    private init() throws {
        guard Self.isInstalled else { throw NotInstalled() }
        // Short, as the path of a socket has room for 107 bytes.
        directory = "/tmp/wpg-" + UUID().uuidString.prefix(8).lowercased()
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        watchdog = try Self.startWatchdog(directory)
        if let account = Command.account { try Command("/bin/chown", [account, directory]).run() }
        try server("initdb", ["-D", data, "-U", Self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
        try settings.write(toFile: directory + "/settings", atomically: true, encoding: .utf8)
        // Another test of this process may have a stricter file mode mask; the server's user has to read this one.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: directory + "/settings")
        try Command.asServer("/bin/cp", [directory + "/settings", data + "/postgresql.auto.conf"]).run()
        try startNow()
    }

    private var data: String { directory + "/data" }

    private var settings: String {
        """
        listen_addresses = ''
        unix_socket_directories = '\(directory)'
        unix_socket_permissions = 0700
        fsync = on
        full_page_writes = on
        synchronous_commit = on
        max_connections = 500
        shared_buffers = 64MB

        """
    }

    /// Waits for the end of a line of which nobody but this process holds the other end, then clears away.
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

// MARK: - What tests do with it

extension PostgresCluster {
    /// An empty database.
    ///
    /// - Parameter options: of `CREATE DATABASE`.
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

    /// What a process of the server can be told.
    package enum Signal: Sendable {
        /// Stand still.
        case stop
        /// Go on.
        case resume
        /// End at once; the server takes it as a crash.
        case kill
    }

    /// Sends a signal to a process of the server, whose number the server told.
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
