// SPDX-License-Identifier: EUPL-1.2

import HSM
import HTTPTypes
import Hummingbird
import JOSE
import Logging
import NIOCore
import NIOHTTP1
import OpenID4VCI

/// Stands around every request: gives whatever goes wrong a status and no text, adds the headers, and writes one log line: route, status,
/// duration. No address, header, query or body is ever in it.
struct IssuerAnswerMiddleware: RouterMiddleware {
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
        } catch let error as IssuerStoreError {
            metadata["error"] = "\(error)"
            response = Self.unavailable
        } catch let error as HSMError {
            metadata["error"] = "\(error)"
            response = Self.unavailable
        } catch {
            metadata["error_type"] = "\(type(of: error))"
            response = Response(status: .internalServerError)
        }
        for (name, value) in Self.headers where response.headers[name] == nil { response.headers[name] = value }
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        metadata["route"] = "\(context.endpointPath ?? "none")"
        metadata["status"] = "\(response.status.code)"
        metadata["duration_ms"] = "\((ContinuousClock.now - start) / .milliseconds(1))"
        logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: metadata)
        return response
    }

    private static var unavailable: Response {
        var response = Response(
            IssuanceResponse(
                status: 503, json: (["error": .string(EndpointErrorCode.temporarilyUnavailable.rawValue)] as JSONObject).encode()))
        response.headers[.retryAfter] = "5"
        return response
    }

    private static let headers: [(HTTPField.Name, String)] = [
        ("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ].compactMap { name, value in HTTPField.Name(name).map { ($0, value) } }
}
