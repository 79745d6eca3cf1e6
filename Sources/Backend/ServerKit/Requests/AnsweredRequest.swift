// SPDX-License-Identifier: EUPL-1.2

package import Hummingbird
package import Logging

/// What may be known of a request that was answered: nothing of who asked and of what was said.
package struct AnsweredRequest: Sendable {
    /// The route's pattern, such as `/api/v1/enroll`; `none` when there is no such route.
    package let route: String
    /// The answer's status.
    package let status: Int
    /// The name of what was refused; nil for a request that was carried out.
    package let problem: String?
    /// From the header's arrival until the answer was ready.
    package let duration: Duration
}

/// An answer in place of an error, and what the log says of it.
package struct Refusal: Sendable {
    /// The answer.
    package var response: Response
    /// Its name, for log and metrics; out of a list that is known beforehand.
    package var problem: String?
    /// What else the log line says; nothing that was received.
    package var metadata: Logger.Metadata

    /// A refusal.
    package init(_ response: Response, problem: String? = nil, metadata: Logger.Metadata = [:]) {
        self.response = response
        self.problem = problem
        self.metadata = metadata
    }

    /// A status without a text: for what the framework refuses that status, for anything else 500 and the kind of the error in the log. The
    /// error's text is looked at nowhere, as it may quote what was received.
    package static func bare(_ error: any Error) -> Refusal {
        if let error = error as? any HTTPResponseError { return Refusal(Response(status: error.status)) }
        return Refusal(Response(status: .internalServerError), metadata: ["error_type": "\(type(of: error))"])
    }
}
