// SPDX-License-Identifier: EUPL-1.2

/// The reason why a connection to a database failed. A closed list, so that no text of libpq or the server reaches a log.
package enum ConnectionObstacle: String, Sendable, Hashable, CaseIterable {
    /// No process listens at the host and port or at the socket.
    case refused
    /// The host name cannot be resolved.
    case unknownHost
    case unreachable
    case timeout
    /// The server requires a password, but none was given.
    case noPassword
    /// TLS failed: the certificate is untrusted or for a different host, a file cannot be read, or the server has no TLS.
    case certificate
    /// The server is read-only, such as a standby.
    case readOnly

    /// The message for the operator.
    package var sentence: String {
        switch self {
        case .refused: "refused: nothing listens at that host and port"
        case .unknownHost: "unknown host"
        case .unreachable: "the host cannot be reached"
        case .timeout: "timeout: the host does not answer"
        case .noPassword: "no password: the server wants one; give --database-password-file"
        case .certificate: "certificate: TLS failed; check sslmode and sslrootcert in --database, and the server's certificate"
        case .readOnly: "the server only reads"
        }
    }

    /// Derives the obstacle from libpq's message; nil if no obstacle matches.
    ///
    /// The phrases come from libpq 15 to 18 in the language C. A message may contain a host name that looks like a phrase, so the longest
    /// phrases are tried first.
    init?(libpqText text: String) {
        let found = Self.phrases.first { phrase in text.contains(phrase.text) }
        guard let found else { return nil }
        self = found.obstacle
    }

    private static let phrases: [(text: String, obstacle: ConnectionObstacle)] = [
        ("could not translate host name", .unknownHost), ("fe_sendauth: no password supplied", .noPassword),
        ("Connection refused", .refused), ("No such file or directory\n\tIs the server running locally", .refused),
        ("timeout expired", .timeout), ("Connection timed out", .timeout),
        ("No route to host", .unreachable), ("Network is unreachable", .unreachable), ("Host is down", .unreachable),
        ("session is read-only", .readOnly), ("server is in hot standby mode", .readOnly),
        ("certificate", .certificate), ("SSL", .certificate),
    ]
}
