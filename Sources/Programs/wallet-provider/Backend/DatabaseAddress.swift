// SPDX-License-Identifier: EUPL-1.2

import Foundation

/// An address of a PostgreSQL database, as an operator writes it; looked at for what nobody else may see.
///
/// It is judged by its text, because libpq takes more than what is a URL elsewhere (several hosts, a question mark in a password).
struct DatabaseAddress {
    private let text: String

    init(_ text: String) { self.text = text }

    /// libpq's parameters that hold no secret, up to PostgreSQL 18, and `ssl`, which it takes for `sslmode`. One that is new, or that writes
    /// what is secret to a file (`sslkeylogfile`), is not among them.
    private static let shown: Set = [
        "host", "hostaddr", "port", "dbname", "user", "passfile", "require_auth", "channel_binding", "connect_timeout", "client_encoding",
        "options", "application_name", "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval",
        "keepalives_count", "tcp_user_timeout", "gssencmode", "sslmode", "ssl", "requiressl", "sslnegotiation", "sslcompression", "sslcert",
        "sslkey", "sslcertmode", "sslrootcert", "sslcrl", "sslcrldir", "sslsni", "requirepeer", "ssl_min_protocol_version",
        "ssl_max_protocol_version", "min_protocol_version", "max_protocol_version", "krbsrvname", "gsslib", "gssdelegation", "service",
        "servicefile", "target_session_attrs", "load_balance_hosts", "oauth_issuer", "oauth_client_id", "oauth_scope",
    ]

    /// Whether it holds a password, before its hosts or among its parameters.
    var hasPassword: Bool {
        // libpq ends them at the first slash, people who forget to encode one do not; a colon before an @ is one too many in both readings.
        let users = [parts[0], rest.prefix { $0 != "/" }].map {
            $0.split(separator: "@", omittingEmptySubsequences: false).dropLast().joined()
        }
        return users.contains { $0.contains(":") }
            || parameters.contains { ["password", "sslpassword"].contains($0?.lowercased()) }
    }

    /// Whether all its parameters may be shown: in the list of processes, and by `--print-config`.
    var hasOnlyWhatMayBeShown: Bool { parameters.allSatisfy { $0.map(Self.shown.contains) ?? false } }

    /// What stands behind `postgresql://`.
    private var rest: Substring { text.drop { $0 != ":" }.dropFirst(3) }

    private var parts: [Substring] { rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false) }

    /// The parameters' names; nil for one that is wrongly encoded.
    private var parameters: [String?] {
        (parts.count > 1 ? parts[1] : "").split(separator: "&").map { String($0.prefix { $0 != "=" }).removingPercentEncoding }
    }
}
