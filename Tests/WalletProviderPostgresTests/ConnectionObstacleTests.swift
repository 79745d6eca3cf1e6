// SPDX-License-Identifier: EUPL-1.2

import Testing
import WalletProviderPostgres

@testable import PostgresClient

/// The obstacles derived from libpq's messages (version 15).
struct ConnectionObstacleTests {
    @Test(arguments: [
        (
            "connection to server at \"certificate.example\" (192.0.2.1), port 5432 failed: Connection refused\n\tIs the server running on that host and",
            ConnectionObstacle.refused
        ),
        (
            "connection to server on socket \"/s/.s.PGSQL.1\" failed: No such file or directory\n\tIs the server running locally and",
            .refused
        ),
        ("could not translate host name \"SSL.invalid\" to address: Name or service not known", .unknownHost),
        ("connection to server at \"db\", port 1 failed: timeout expired", .timeout),
        ("connection to server at \"db\", port 1 failed: Connection timed out", .timeout),
        ("connection to server at \"db\", port 1 failed: No route to host", .unreachable),
        ("connection to server at \"db\", port 1 failed: fe_sendauth: no password supplied", .noPassword),
        ("connection to server at \"db\", port 1 failed: SSL error: certificate verify failed", .certificate),
        ("root certificate file \"/nowhere\" does not exist", .certificate),
        ("server certificate for \"a\" does not match host name \"b\"", .certificate),
        ("connection to server at \"db\", port 1 failed: server does not support SSL, but SSL was required", .certificate),
        ("connection to server at \"db\", port 1 failed: session is read-only", .readOnly),
    ])
    func `each message of the library yields its obstacle`(text: String, obstacle: ConnectionObstacle) {
        #expect(ConnectionObstacle(libpqText: text) == obstacle)
    }

    @Test func `an unknown message yields no obstacle, and an operator's sentence quotes no message`() {
        #expect(ConnectionObstacle(libpqText: "connection to server at \"db\" failed: canary") == nil)
        let error = PostgresFailure.notConnected(nil, obstacle: nil).error(of: .harmless)
        #expect(error.reason.hasPrefix("no connection to the database: check host, port and parameters"))
        #expect(PostgresFailure.notConnected(SQLState("28P01"), obstacle: .certificate).error(of: .harmless).reason.contains("password"))
    }

    @Test(arguments: [
        ("permission denied for table audit", "audit"), ("keine Berechtigung für Tabelle wallet_key", "wallet_key"),
        ("permission denied for schema wallet_provider", "wallet_provider"), ("permission denied for table canary", nil),
    ])
    func `a missing privilege names only tables of the provider`(text: String, object: String?) {
        #expect(PostgresSchema.provider.object(in: text) == object)
    }
}
