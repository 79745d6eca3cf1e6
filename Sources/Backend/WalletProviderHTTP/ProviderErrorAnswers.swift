// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import Logging
import ProviderProtocol
import ServerKit

/// Converts errors into problem documents of the protocol's list.
enum ProviderErrorAnswers {
    static func answer(to error: any Error, in context: ProviderContext) -> ErrorAnswer {
        let problem = problem(for: error, correlationID: context.correlationID)
        var answer = ErrorAnswer(
            problem.response(retryAfter: (error as? TooManyRequests)?.seconds), problem: problem.type)
        // Only the type of the error, because its text may quote received data.
        if case .unexpected = problem { answer.metadata["error_type"] = "\(type(of: error))" }
        return answer
    }

    private static func problem(for error: any Error, correlationID: String) -> ProviderProblem {
        switch error {
        case let problem as ProviderProblem: problem
        case is TooManyRequests: .tooManyRequests
        // The body is too large, too slow or malformed, or the client has disconnected: not an error of the server.
        case is BodyRefusal: .malformedRequest
        case let error as any HTTPResponseError where error.status.kind == .clientError: .malformedRequest
        default: .unexpected(correlationID: correlationID)
        }
    }
}

extension ProviderProblem {
    /// Returns the response with the problem document. `unavailable` asks for a retry after two seconds.
    fileprivate func response(retryAfter seconds: Int64?) -> Response {
        var response = Response.json(HTTPResponse.Status(code: status), type: Self.mediaType, encode())
        if case .unavailable = self { response.headers[.retryAfter] = "2" }
        if let seconds { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}
