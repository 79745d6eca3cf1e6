// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import NIOCore
import ServerKit
import WalletConfiguration

/// The server's routes.
struct DocumentRoutes {
    let server: ConfigurationServer
    let observe: @Sendable (AnsweredRequest) -> Void

    /// The time for which caches may serve a document without revalidation, in seconds.
    private static let freshness = 60

    func router() -> Router<ServiceContext> {
        let router = Router(context: ServiceContext.self)
        router.add(
            middleware: AnswerMiddleware(
                logger: server.logger, headers: { Self.addHeaders(to: &$0) }, isRoutine: { $0.route.hasPrefix("/health") }, observe: observe
            ))
        router.add(middleware: OnlyReading())
        for endpoint in DocumentEndpoint.allCases {
            addRoute(RouterPath(endpoint.path), on: router) { [server] in Self.document(server.current(endpoint), for: $0) }
        }
        addRoute("/health/live", on: router) { _ in Response(status: .ok) }
        addRoute("/health/ready", on: router) { [server] _ in Response(status: server.isReady ? .ok : .serviceUnavailable) }
        return router
    }

    private static func addHeaders(to headers: inout HTTPFields) {
        StandardHeaders.add(to: &headers)
        if let name = HTTPField.Name("Cross-Origin-Resource-Policy") { headers[name] = "same-origin" }
    }

    private func addRoute(_ path: RouterPath, on router: Router<ServiceContext>, _ handler: @escaping @Sendable (Request) -> Response) {
        for method in [HTTPRequest.Method.get, .head] {
            router.on(path, method: method) { request, _ in
                let response = handler(request)
                return method == .head ? response.withoutBody : response
            }
        }
    }

    private static func document(_ document: ServedDocument?, for request: Request) -> Response {
        guard let document else { return Response(status: .serviceUnavailable, headers: [.retryAfter: "60"]) }
        let headers: HTTPFields = [.eTag: document.entityTag, .cacheControl: "public, max-age=\(freshness), must-revalidate"]
        if EntityTagCondition(request.headers[values: .ifNoneMatch]).names(document.entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: document.token)))
        response.headers[.contentType] = DocumentEndpoint.mediaType
        return response
    }
}

/// Middleware that answers all methods except GET and HEAD with 405.
private struct OnlyReading: RouterMiddleware {
    @concurrent
    func handle(
        _ request: Request, context: ServiceContext, next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard [.get, .head].contains(request.method) else {
            return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
        }
        return try await next(request, context)
    }
}

extension Response {
    /// The answer to HEAD: all headers including the length, without the body.
    fileprivate var withoutBody: Response { createHeadResponse() }
}
