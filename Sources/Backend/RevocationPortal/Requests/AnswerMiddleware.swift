// SPDX-License-Identifier: EUPL-1.2

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1
import WebPages

/// Stands around every request: finds the language, makes a page of whatever goes wrong, adds the headers, and writes one log line: route,
/// status, problem, correlation id, duration. No address, header, cookie or body is ever in it.
struct AnswerMiddleware: RouterMiddleware {
    let pages: PageMaker
    let cookies: PortalCookies
    let randomBytes: @Sendable (_ count: Int) -> [UInt8]
    let logger: Logger

    @concurrent
    func handle(
        _ request: Request, context: PortalContext, next: @concurrent (Request, PortalContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let chosen = request.uri.queryParameters["lang"].flatMap { PortalLanguage(rawValue: String($0)) }
        var context = context
        context.correlationID = randomBytes(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        context.language =
            chosen ?? cookies.value(.language, in: request).flatMap { PortalLanguage(rawValue: $0) }
            ?? PortalLanguage(acceptLanguage: request.headers[.acceptLanguage])
        var metadata: Logger.Metadata = ["correlation_id": "\(context.correlationID)"]
        var response: Response
        do {
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            // The framework answers 400 and closes the connection.
            throw error
        } catch {
            let problem = PortalProblem(error)
            metadata["problem"] = "\(problem.name)"
            if case .unexpected = problem { metadata["error_type"] = "\(type(of: error))" }
            response = pages.response(to: problem, in: context)
        }
        // Only one of our own two words, never what the request said.
        if let chosen { response.setCookie(cookies.cookie(.language, chosen.rawValue, for: .seconds(365 * 86_400))) }
        PageHeaders.portal.add(to: &response.headers)
        metadata["route"] = "\(context.endpointPath ?? "none")"
        metadata["status"] = "\(response.status.code)"
        metadata["duration_ms"] = "\((ContinuousClock.now - start) / .milliseconds(1))"
        logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: metadata)
        return response
    }
}
