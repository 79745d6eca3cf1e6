// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import WebPages

/// Stands around every request: gives whatever goes wrong a status and no text, adds the headers, and writes one log line: route, status,
/// duration. No address, header, query or form is ever in it.
struct SimulatorAnswerMiddleware: RouterMiddleware {
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
        Self.headers.add(to: &response.headers)
        metadata["route"] = "\(context.endpointPath ?? "none")"
        metadata["status"] = "\(response.status.code)"
        metadata["duration_ms"] = "\((ContinuousClock.now - start) / .milliseconds(1))"
        logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: metadata)
        return response
    }

    /// No rule for where forms lead: browsers would hold it against the addresses that a login goes on to, the wallet's own included.
    private static let headers = PageHeaders(contentSecurityPolicy: [
        "default-src 'none'", "style-src 'self'", "img-src 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ])
}
