// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import Logging

/// The metrics of an answered request. They contain no data of the client or of the request's content.
package struct AnsweredRequest: Sendable {
    /// The route's pattern, such as `/api/v1/enroll`; `none` for an unknown route.
    package let route: String
    package let status: Int
    /// The name of the problem; nil for a successful request.
    package let problem: String?
    /// The time from the arrival of the header until the answer is ready.
    package let duration: Duration
}

/// An answer that replaces an error, with its log data.
package struct ErrorAnswer: Sendable {
    package var response: Response
    /// The problem's name for log and metrics, from a fixed list.
    package var problem: String?
    /// Further log data. Must not contain received data.
    package var metadata: Logger.Metadata

    package init(_ response: Response, problem: String? = nil, metadata: Logger.Metadata = [:]) {
        self.response = response
        self.problem = problem
        self.metadata = metadata
    }

    /// Creates an answer without a body: the status of a framework error, otherwise 500 with the error's type in the log. The error's text
    /// is ignored, because it may quote received data.
    package static func bare(_ error: any Error) -> ErrorAnswer {
        if let error = error as? any HTTPResponseError { return ErrorAnswer(Response(status: error.status)) }
        return ErrorAnswer(Response(status: .internalServerError), metadata: ["error_type": "\(type(of: error))"])
    }
}
