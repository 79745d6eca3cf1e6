// SPDX-License-Identifier: EUPL-1.2

import Deadlines
import Hummingbird
import HummingbirdTesting
import ServerKit
import TestEnvironment
import Testing

/// The metrics that every server has.
struct ServerMetricsTests {
    @Test func `connections and the reasons for their ends are counted from zero`() {
        let operations = ServerOperations("wallet_test", parts: ["database"], timeouts: .patient, logger: LogRecorder().logger)
        #expect(operations.metricsText().contains("wallet_test_connections_cut_total{reason=\"unread_answer\"} 0\n"))
        operations.metrics.record(ConnectionEvent.opened)
        operations.metrics.record(ConnectionEvent.opened)
        operations.metrics.record(ConnectionEvent.closed)
        operations.metrics.record(ConnectionEvent.cut(.unreadAnswer))
        operations.metrics.noteCertificateExpiry(secondsSince1970: 1_800_000_000)
        let text = operations.metricsText()
        #expect(text.contains("wallet_test_connections 1\n"))
        #expect(text.contains("wallet_test_connections_cut_total{reason=\"unread_answer\"} 1\n"))
        #expect(text.contains("wallet_test_tls_certificate_expiry_seconds 1800000000\n"))
        #expect(text.contains("wallet_test_part_up{part=\"database\"} 0\n"))
    }

    @Test func `faults are counted from zero, and no other answer is one`() async throws {
        struct Defect: Error {}
        let operations = ServerOperations("wallet_test", parts: [], timeouts: .patient, logger: LogRecorder().logger)
        #expect(operations.metricsText().contains("wallet_test_faults_total 0\n"))
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: operations.logger, observe: { operations.metrics.record($0) }))
        router.get("/fault") { _, _ -> Response in throw Defect() }
        router.get("/unavailable") { _, _ in Response(status: .serviceUnavailable) }
        router.get("/refused") { _, _ -> Response in throw HTTPError(.badRequest) }
        try await Application(router: router, logger: operations.logger).test(.router) { client in
            for path in ["/unavailable", "/refused", "/unknown"] { _ = try await client.execute(uri: path, method: .get) }
            #expect(operations.metricsText().contains("wallet_test_faults_total 0\n"))
            for _ in 1...2 { _ = try await client.execute(uri: "/fault", method: .get) }
        }
        #expect(operations.metricsText().contains("wallet_test_faults_total 2\n"))
    }

    @Test func `an answered request is counted by route and status`() async throws {
        let operations = ServerOperations("wallet_test", parts: [], timeouts: .patient, logger: LogRecorder().logger)
        let router = Router(context: ServiceContext.self)
        router.add(middleware: AnswerMiddleware(logger: operations.logger, observe: { operations.metrics.record($0) }))
        router.get("/known") { _, _ in Response(status: .ok) }
        try await Application(router: router, logger: operations.logger).test(.router) { client in
            for _ in 1...2 { _ = try await client.execute(uri: "/known", method: .get) }
            _ = try await client.execute(uri: "/unknown/canary", method: .get)
        }
        let text = operations.metricsText()
        #expect(text.contains("wallet_test_requests_total{problem=\"none\",route=\"/known\",status=\"200\"} 2\n"))
        #expect(text.contains("wallet_test_request_duration_seconds_count{route=\"/known\"} 2\n") && !text.contains("canary"))
    }
}
