// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
package import Hummingbird
import JOSE
package import Logging
import NIOCore

/// What operators and their machines ask a server, on a listener of its own that the public does not reach.
///
/// - `GET /health/live`: 200 as long as the process answers. Restart it when it does not.
/// - `GET /health/started`: 200 once it listens, 503 before.
/// - `GET /health/ready`: 200 when requests are welcome, else 503; the body names each part.
/// - `GET /metrics`: the metrics as Prometheus reads them.
///
/// - SeeAlso: threat list, T-S5.
package struct InternalRoutes: Sendable {
    private let health: ServiceHealth
    private let logger: Logger
    private let metrics: @Sendable () -> String

    /// The routes.
    ///
    /// - Parameter metrics: the metrics now, in Prometheus' text format.
    package init(health: ServiceHealth, logger: Logger, metrics: @escaping @Sendable () -> String) {
        self.health = health
        self.logger = logger
        self.metrics = metrics
    }

    /// A router with these routes and nothing else.
    package func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: AnswerMiddleware(logger: logger, headers: { StandardHeaders.add(to: &$0) }, isRoutine: { $0.status < 500 }))
        router.get("/health/live") { _, _ in Self.answer("live", isGood: true) }
        router.get("/health/started") { [health] _, _ in
            health.hasStarted ? Self.answer("started", isGood: true) : Self.answer("starting", isGood: false)
        }
        router.get("/health/ready") { [health] _, _ in
            let parts = health.parts.map { ($0.name, JSONValue.string($0.isUp ? "up" : "down")) }
            let isReady = health.isReady
            let state = isReady ? "ready" : health.isDraining ? "draining" : "not_ready"
            return Self.answer(state, isGood: isReady, parts: JSONObject(parts))
        }
        router.get("/metrics") { [metrics] _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: metrics())))
        }
        return router
    }

    private static func answer(_ state: String, isGood: Bool, parts: JSONObject? = nil) -> Response {
        var object: JSONObject = ["status": .string(state)]
        if let parts { object.append("parts", .object(parts)) }
        return Response(
            status: isGood ? .ok : .serviceUnavailable, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: object.encode())))
    }
}
