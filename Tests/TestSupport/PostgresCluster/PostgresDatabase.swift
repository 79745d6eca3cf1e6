// SPDX-License-Identifier: EUPL-1.2

import Foundation
import TestEnvironment

/// A database of one test. Its operations use `psql` as superuser, not the code under test.
package final class PostgresDatabase: Sendable {
    /// The server of the database, which lives as long as this value.
    package let cluster: PostgresCluster
    package let name: String

    init(cluster: PostgresCluster, name: String) {
        self.cluster = cluster
        self.name = name
    }

    /// Returns the database's address for a role; by default a superuser.
    package func address(as user: String? = nil) -> String {
        "host=\(cluster.directory) dbname=\(name) user=\(user ?? PostgresCluster.user)"
    }

    /// The database's address as a URL, as an operator writes it.
    package var url: String { "postgresql:///\(name)?host=\(cluster.directory)&user=\(PostgresCluster.user)" }

    /// Executes SQL in one transaction, unless it says otherwise.
    ///
    /// - Returns: the rows, with columns joined by `|` and NULL as empty.
    @discardableResult
    package func run(_ sql: String) async throws -> [String] {
        let address = address()
        return try await onThread {
            let output = try Command(
                PostgresCluster.binaries + "/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]
            ).run()
            return output.split(separator: "\n").map(String.init)
        }
    }

    /// Runs the body while a transaction of another session is open, which began with that SQL.
    ///
    /// - Parameter commit: true to commit at the end, false to roll back.
    package func whileOpen<Value>(_ sql: String, commit: Bool = false, _ body: () async throws -> Value) async throws -> Value {
        let address = address()
        let transaction = try await onThread { try OpenTransaction(address, sql) }
        do {
            let value = try await body()
            try await onThread { try transaction.end(commit: commit) }
            return value
        } catch {
            try await onThread { try transaction.end(commit: false) }
            throw error
        }
    }
}

/// A `psql` process in the middle of a transaction.
private struct OpenTransaction: Sendable {
    private let line: Line
    private let errors: TemporaryFile
    private let process: pid_t

    private static let psql = PostgresCluster.binaries + "/psql"

    /// Returns when the SQL has been executed.
    ///
    /// - Throws: `Command.Failure` with the message of `psql` if `psql` ends first.
    init(_ address: String, _ sql: String) throws {
        line = try Line()
        errors = try TemporaryFile()
        process = try Command(Self.psql, ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address])
            .start(input: line.theirs.fileDescriptor, output: line.theirs.fileDescriptor, errors: errors.descriptor)
        try line.theirs.close()
        do {
            try line.send("BEGIN; \(sql);\nSELECT 'is-open';\n")
            var text = ""
            while !text.contains("is-open") {
                let part = try line.ours.readAvailable()
                guard !part.isEmpty else { throw CocoaError(.executableLoad) }
                text += String(decoding: part, as: UTF8.self)
            }
        } catch {
            // Without its input, a running `psql` ends, too.
            try line.ours.close()
            throw Command.Failure(program: Self.psql, status: waitForEnd(), output: try errors.text())
        }
    }

    /// Ends the transaction and `psql`.
    ///
    /// - Throws: `Command.Failure` if the transaction was not committed. A rollback cannot fail: the server rolls back when a session ends.
    func end(commit: Bool) throws {
        try? line.send("\(commit ? "COMMIT" : "ROLLBACK");\n\\q\n")
        let status = waitForEnd()
        guard status == 0 || !commit else { throw Command.Failure(program: Self.psql, status: status, output: try errors.text()) }
    }

    private func waitForEnd() -> Int32 {
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
        return ending
    }
}
