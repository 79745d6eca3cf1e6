// SPDX-License-Identifier: EUPL-1.2

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
            let output = try Command("/usr/bin/psql", ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", address, "-c", sql]).run()
            return output.split(separator: "\n").map(String.init)
        }
    }
}
