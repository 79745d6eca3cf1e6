// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// A database of a test's own. What is done here is done with `psql` as superuser, not with the code under test.
package final class PostgresDatabase: Sendable {
    /// The server that it is on; it lives as long as this does.
    package let cluster: PostgresCluster
    /// Its name.
    package let name: String

    init(cluster: PostgresCluster, name: String) {
        self.cluster = cluster
        self.name = name
    }

    /// The address of the database for a role of the server; a superuser unless another one is named.
    package func address(as user: String? = nil) -> String {
        "host=\(cluster.directory) dbname=\(name) user=\(user ?? PostgresCluster.user)"
    }

    /// Does SQL, all of it as one transaction unless it says otherwise.
    ///
    /// - Returns: the rows that it returns, columns joined by `|`, and NULL as nothing.
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

    /// Does something while a transaction of another session, which began with that SQL, is open.
    ///
    /// - Parameter commit: whether it is committed at the end, and not taken back.
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

/// `psql` in the middle of a transaction.
private struct OpenTransaction: Sendable {
    private let line: FileHandle
    private let process: pid_t

    /// Returns when the SQL is done.
    init(_ address: String, _ sql: String) throws {
        let line = try Line()
        self.line = line.ours
        process = try Command(PostgresCluster.binaries + "/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address])
            .start(input: line.theirs.fileDescriptor, output: line.theirs.fileDescriptor)
        try line.theirs.close()
        try self.line.write(contentsOf: Data("BEGIN; \(sql);\nSELECT 'is-open';\n".utf8))
        var text = ""
        while !text.contains("is-open") {
            let part = self.line.availableData
            guard !part.isEmpty else { throw CocoaError(.executableLoad) }
            text += String(decoding: part, as: UTF8.self)
        }
    }

    /// Ends `psql`, and with it the transaction; returns when it has ended.
    func end(commit: Bool) throws {
        try line.write(contentsOf: Data("\(commit ? "COMMIT" : "ROLLBACK");\n\\q\n".utf8))
        var ending: Int32 = 0
        while unsafe waitpid(process, &ending, 0) < 0, errno == EINTR {}
    }
}
