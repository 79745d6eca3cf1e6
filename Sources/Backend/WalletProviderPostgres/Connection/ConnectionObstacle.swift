// SPDX-License-Identifier: EUPL-1.2

/// Why no connection to a database could be made: a closed list, so that nothing of libpq's or the server's texts reaches a log.
package enum ConnectionObstacle: String, Sendable, Hashable, CaseIterable {
    /// No process listens at that host and port, or at that socket.
    case refused
    /// The host's name is not known.
    case unknownHost
    /// There is no route to the host.
    case unreachable
    /// The host did not answer in time.
    case timeout
    /// The server wants a password, and none was given.
    case noPassword
    /// TLS failed: a certificate that is not trusted or of another host, a file that cannot be read, or a server without TLS.
    case certificate
    /// The server only reads, as a standby does.
    case readOnly

    /// What an operator is told.
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

    /// Finds the obstacle in libpq's text, which is then dropped; nil when it is none of the list.
    ///
    /// The texts are those of libpq 15 to 18 in the language C. A host of a strange name may stand in them, so the longest phrases go first.
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
