// SPDX-License-Identifier: EUPL-1.2

import ArgumentParser
import Foundation

/// An operator's address of a PostgreSQL database, searched for secrets.
///
/// The text itself is searched, because libpq accepts more than a URL (several hosts, a question mark in a password).
package struct DatabaseAddress {
    private let text: String

    /// The address as the operator wrote it.
    package init(_ text: String) { self.text = text }

    /// Checks the value of `--database`.
    ///
    /// - Throws: `ValidationError` for an address that is not PostgreSQL's, or that has a password or a parameter that may be a secret.
    package func check() throws {
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") else {
            throw ValidationError("--database must begin with postgresql://")
        }
        guard !hasPassword else {
            // Every user on the machine can read a process's arguments.
            throw ValidationError("--database must not contain a password; use --database-password-file or ~/.pgpass")
        }
        guard hasOnlyWhatMayBeShown else {
            throw ValidationError("--database has a parameter that may be a secret; see Documentation/Operations/database-and-token.md")
        }
    }

    /// libpq's parameters without secrets, up to PostgreSQL 18, and `ssl`, an alias of `sslmode`. Unknown parameters, and parameters that
    /// write secrets to a file (`sslkeylogfile`), are excluded.
    private static let shown: Set = [
        "host", "hostaddr", "port", "dbname", "user", "passfile", "require_auth", "channel_binding", "connect_timeout", "client_encoding",
        "options", "application_name", "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "gssencmode", "sslmode", "ssl", "requiressl", "sslnegotiation", "sslcompression", "sslcert",
        "sslkey", "sslcertmode", "sslrootcert", "sslcrl", "sslcrldir", "sslsni", "requirepeer", "ssl_min_protocol_version",
        "ssl_max_protocol_version", "min_protocol_version", "max_protocol_version", "krbsrvname", "gsslib", "gssdelegation", "service",
        "servicefile", "target_session_attrs", "load_balance_hosts", "oauth_issuer", "oauth_client_id", "oauth_scope",
    ]

    /// True if the address contains a password, before its hosts or in its parameters.
    package var hasPassword: Bool {
        // libpq ends the hosts at the first slash, but operators may forget to encode a slash. In both cases a colon before an @ shows that
        // there is a password.
        let users = [parts[0], rest.prefix { $0 != "/" }].map {
            $0.split(separator: "@", omittingEmptySubsequences: false).dropLast().joined()
        }
        return users.contains { $0.contains(":") }
            || parameters.contains { ["password", "sslpassword"].contains($0?.lowercased()) }
    }

    /// True if all parameters may appear in the list of processes and in the output of `--print-config`.
    package var hasOnlyWhatMayBeShown: Bool { parameters.allSatisfy { $0.map(Self.shown.contains) ?? false } }

    /// The part after `postgresql://`.
    private var rest: Substring { text.drop { $0 != ":" }.dropFirst(3) }

    private var parts: [Substring] { rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false) }

    /// The parameters' names; nil for an incorrectly encoded name.
    private var parameters: [String?] {
        (parts.count > 1 ? parts[1] : "").split(separator: "&").map { String($0.prefix { $0 != "=" }).removingPercentEncoding }
    }
}
