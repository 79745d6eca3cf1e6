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
            let output = try Command(PostgresCluster.binaries + "/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]).run()
            return output.split(separator: "\n").map(String.init)
        }
    }

    /// Does something while a transaction of another session, which began with that SQL, is open; takes it back at the end.
    package func whileOpen<Value>(_ sql: String, _ body: () async throws -> Value) async throws -> Value {
        let address = address()
        let transaction = try await onThread { try OpenTransaction(address, sql) }
        do {
            let value = try await body()
            try await onThread { try transaction.end() }
            return value
        } catch {
            try await onThread { try transaction.end() }
            throw error
        }
    }
}

/// `psql` in the middle of a transaction.
private struct OpenTransaction: Sendable {
    private let input: FileHandle
    private let output: FileHandle

    /// Returns when the SQL is done.
    init(_ address: String, _ sql: String) throws {
        let (inputs, outputs) = (Pipe(), Pipe())
        try Command(PostgresCluster.binaries + "/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address])
            .start(input: inputs.fileHandleForReading, output: outputs.fileHandleForWriting)
        try outputs.fileHandleForWriting.close()
        input = inputs.fileHandleForWriting
        output = outputs.fileHandleForReading
        try input.write(contentsOf: Data("BEGIN; \(sql);\nSELECT 'is-open';\n".utf8))
        var text = ""
        while !text.contains("is-open") {
            let part = output.availableData
            guard !part.isEmpty else { throw CocoaError(.executableLoad) }
            text += String(decoding: part, as: UTF8.self)
        }
    }

    /// Ends `psql`, and with it the transaction; returns when it has ended.
    func end() throws {
        try input.close()
        _ = try output.readToEnd()
    }
}
