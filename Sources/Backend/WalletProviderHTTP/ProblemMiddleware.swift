// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Logging
import ProviderProtocol

/// Turns whatever goes wrong into a problem document, and writes one log line a request: route, status, problem, correlation id, duration.
struct ProblemMiddleware: RouterMiddleware {
    let logger: Logger
    let correlationID: @Sendable () -> String

    @concurrent
    func handle(
        _ request: Request, context: ProviderContext,
        next: @concurrent (Request, ProviderContext) async throws -> Response
    ) async throws -> Response {
        let correlationID = correlationID()
        let start = ContinuousClock.now
        var metadata: Logger.Metadata = ["correlation_id": "\(correlationID)"]
        let response: Response
        do {
            response = try await next(request, context)
        } catch {
            let problem = Self.problem(for: error, correlationID: correlationID)
            metadata["problem"] = "\(problem.type)"
            if case .unexpected = problem {
                // The kind of the error only: its text may quote what was received.
                metadata["error_type"] = "\(type(of: error))"
            }
            response = problem.response(retryAfter: (error as? TooManyRequests)?.seconds)
        }
        metadata["route"] = "\(context.endpointPath ?? "none")"
        metadata["status"] = "\(response.status.code)"
        metadata["duration_ms"] = "\((ContinuousClock.now - start) / .milliseconds(1))"
        logger.log(level: response.status.code >= 500 ? .error : .info, "request", metadata: metadata)
        return response
    }

    private static func problem(for error: any Error, correlationID: String) -> ProviderProblem {
        switch error {
        case let problem as ProviderProblem: problem
        case is TooManyRequests: .tooManyRequests
        case let error as any HTTPResponseError where error.status.kind == .clientError: .malformedRequest
        default: .unexpected(correlationID: correlationID)
        }
    }
}

extension ProviderProblem {
    /// The problem document with its status; `unavailable` asks to come back after two seconds.
    fileprivate func response(retryAfter seconds: Int64?) -> Response {
        var response = Response.json(HTTPResponse.Status(code: status), type: Self.mediaType, encode())
        if case .unavailable = self { response.headers[.retryAfter] = "2" }
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}
