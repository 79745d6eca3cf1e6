// SPDX-License-Identifier: EUPL-1.2

/// Which database, and how it is used.
package struct PostgresConfiguration: Sendable {
    /// Where the database is and how to log in there.
    package var address: PostgresAddress
    /// How many connections there are at most, each with a thread of its own; 1…64.
    package var connections = 8
    /// How many calls may wait for a connection; one more is `unavailable` at once. 1…100,000.
    package var queueLimit = 1024
    /// How long a call may take, waiting and connecting included, before its caller is told that it failed; 100 ms…60 s. The calls of
    /// one request have no more than its deadline together (`Deadline`).
    package var callTimeLimit: Duration = .milliseconds(1700)
    /// How long after a connection could not be made the next one is tried; calls in between that have none are `unavailable` at once.
    package var reconnectPause: Duration = .milliseconds(250)
    /// How the connections are called in the server's own views, and at most 63 bytes.
    package var applicationName = "wallet-provider"

    /// A database with the usual settings.
    package init(address: PostgresAddress) {
        self.address = address
    }

    /// How long the server may work on one statement. Longer than a call: what a living client wants to end, it ends itself (see
    /// `PostgresConnection`), so this is for clients that are gone.
    var statementTimeLimit: Duration { callTimeLimit + .milliseconds(500) }
    /// How long the server may wait for a lock.
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

/// Where a database is and how to log in there: a URI (`postgresql://…`) or a list of `keyword=value`, as libpq takes them. It may hold a
/// password, so it shows itself nowhere: not in descriptions, dumps or errors.
///
/// What it leaves open, libpq takes from its own environment variables and files (`PGPASSWORD`, `~/.pgpass` and so on). Unless it says
/// otherwise, a server that only reads is passed over (`target_session_attrs=read-write`), so that with several hosts the writing one is
/// found.
package struct PostgresAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    /// An address as the operator gave it.
    package init(_ text: String) { self.text = text }

    /// A URI without a password, and the password.
    package init(_ uri: String, password: String) {
        let separator = uri.contains("?") ? "&" : "?"
        let encoded = password.utf8.map { byte in
            let isPlain = (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        text = uri + separator + "password=" + encoded.joined()
    }

    /// Three dots.
    package var description: String { "•••" }
    /// Three dots.
    package var debugDescription: String { description }
    /// Nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
