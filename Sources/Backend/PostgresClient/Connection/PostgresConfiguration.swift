// SPDX-License-Identifier: EUPL-1.2

package import Deadlines

/// The settings for a database and its connections.
package struct PostgresConfiguration: Sendable {
    /// The location and login of the database.
    package var address: PostgresAddress
    /// The maximum number of connections, each with its own thread; 1…64.
    package var connections = 8
    /// The maximum number of calls that wait for a connection; further calls are `unavailable` at once. 1…100,000.
    package var queueLimit = 1024
    /// The time limit of a call, including waiting and connecting; 100 ms…60 s. All calls of one request together also end by its deadline
    /// (`Deadline`).
    package var callTimeLimit: Duration
    /// The pause after a failed connection attempt. During the pause, calls without a connection throw `unavailable` at once.
    package var reconnectPause: Duration = .milliseconds(250)
    /// The name of the connections in the server's views, at most 63 bytes.
    package var applicationName: String
    /// The part of the database that the program uses.
    package let schema: PostgresSchema

    /// Creates a configuration with these time limits, and otherwise the default settings.
    package init(address: PostgresAddress, timeouts: Timeouts, schema: PostgresSchema, applicationName: String) {
        self.address = address
        callTimeLimit = timeouts.databaseCall
        self.schema = schema
        self.applicationName = applicationName
    }

    /// The server's time limit for one statement. It is longer than a call: a live client cancels its own statements (see
    /// `PostgresConnection`), so this limit is for clients that have disappeared.
    var statementTimeLimit: Duration { callTimeLimit + .milliseconds(500) }
    /// The server's time limit for a lock.
    var lockTimeLimit: Duration { callTimeLimit / 2 }

    /// - Throws: `PostgresError` with `configuration`.
    func validate() throws(PostgresError) {
        guard (1...64).contains(connections) else { throw PostgresError(.configuration, "there are 1 to 64 connections") }
        guard (1...100_000).contains(queueLimit) else { throw PostgresError(.configuration, "1 to 100,000 calls may wait") }
        guard (.milliseconds(100) ... .seconds(60)).contains(callTimeLimit) else {
            throw PostgresError(.configuration, "a call may take 100 ms to 60 s")
        }
        guard (.zero ... .seconds(60)).contains(reconnectPause) else {
            throw PostgresError(.configuration, "the pause between connections is at most 60 s")
        }
        guard (1...63).contains(applicationName.utf8.count), !applicationName.utf8.contains(0) else {
            throw PostgresError(.configuration, "the application's name has 1 to 63 bytes")
        }
        try address.validate()
    }
}

/// The location and login of a database: a URI (`postgresql://…`) or a list of `keyword=value`, in libpq's format. It may contain a
/// password, so descriptions, dumps and errors never show it.
///
/// For omitted parts libpq uses its environment variables and files (`PGPASSWORD`, `~/.pgpass` and so on). Read-only servers are skipped by
/// default (`target_session_attrs=read-write`), so that of several hosts the primary is found.
package struct PostgresAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    package init(_ text: String) { self.text = text }

    /// Creates an address from a URI without a password, and the password.
    package init(_ uri: String, password: String) {
        let separator = uri.contains("?") ? "&" : "?"
        let encoded = password.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        text = uri + separator + "password=" + encoded.joined()
    }

    /// A placeholder, because the address may contain a password.
    package var description: String { "•••" }
    /// The placeholder of `description`.
    package var debugDescription: String { description }
    /// Empty, so that dumps do not show the password.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
