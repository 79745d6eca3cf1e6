// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Stands around every request: gives whatever goes wrong a status and no text, adds the headers, and writes one log line: route, status,
/// duration. No address, header or query is ever in it.
struct AnswerMiddleware: RouterMiddleware {
    let logger: Logger

    @concurrent
    func handle(
        _ request: Request, context: BasicRequestContext, next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var metadata: Logger.Metadata = [:]
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The framework answers 400 and closes the connection.
            throw error
        } catch let error as any HTTPResponseError {
            response = Response(status: error.status)
        } catch {
            metadata["error_type"] = "\(type(of: error))"
            response = Response(status: .internalServerError)
        }
        for (name, value) in Self.headers { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        metadata["route"] = "\(context.endpointPath ?? "none")"
        metadata["status"] = "\(response.status.code)"
        metadata["duration_ms"] = "\((ContinuousClock.now - start) / .milliseconds(1))"
        let isFailure = response.status.code >= 500
        let isHealth = context.endpointPath?.hasPrefix("/health") == true
        logger.log(level: isFailure ? .error : isHealth ? .debug : .info, "request", metadata: metadata)
        return response
    }

    private static let headers: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
