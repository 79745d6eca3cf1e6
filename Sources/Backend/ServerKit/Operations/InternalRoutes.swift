// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import Hummingbird
import JSON
package import Logging
import NIOCore

/// The routes for operators and monitoring, on a separate listener that the public cannot reach.
///
/// - `GET /health/live`: 200 as long as the process answers. Restart the process if it does not.
/// - `GET /health/started`: 200 once the server listens, 503 before.
/// - `GET /health/ready`: 200 if the server accepts requests, otherwise 503. The body shows the state of each part.
/// - `GET /metrics`: the metrics in Prometheus format.
///
/// - SeeAlso: threats-and-faults.md, T-S5.
package struct InternalRoutes: Sendable {
    private let health: ServiceHealth
    private let logger: Logger
    private let metrics: @Sendable () -> String

    /// Creates the routes.
    ///
    /// - Parameter metrics: returns the current metrics in Prometheus' text format.
    package init(health: ServiceHealth, logger: Logger, metrics: @escaping @Sendable () -> String) {
        self.health = health
        self.logger = logger
        self.metrics = metrics
    }

    /// Returns a router with only these routes.
    package func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: AnswerMiddleware(logger: logger, headers: { StandardHeaders.add(to: &$0) }, isRoutine: { $0.status < 500 }))
        router.get("/health/live") { _, _ in Self.healthAnswer("live", isGood: true) }
        router.get("/health/started") { [health] _, _ in
            health.hasStarted ? Self.healthAnswer("started", isGood: true) : Self.healthAnswer("starting", isGood: false)
        }
        router.get("/health/ready") { [health] _, _ in
            let parts = health.parts.map { ($0.name, JSONValue.string($0.isUp ? "up" : "down")) }
            let isReady = health.isReady
            let state = isReady ? "ready" : health.isDraining ? "draining" : "not_ready"
            return Self.healthAnswer(state, isGood: isReady, parts: JSONObject(parts))
        }
        router.get("/metrics") { [metrics] _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics())))
        }
        return router
    }

    private static func healthAnswer(_ state: String, isGood: Bool, parts: JSONObject? = nil) -> Response {
        var object: JSONObject = ["status": .string(state)]
        if let parts { object.append("parts", .object(parts)) }
        return Response(
            status: isGood ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: object.encode())))
    }
}
