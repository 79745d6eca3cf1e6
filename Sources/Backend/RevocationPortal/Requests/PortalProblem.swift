// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import ServerKit

/// A reason for showing a different page than the requested page. Except for `unavailable`, no wallet was deleted.
enum PortalProblem: Error, Sendable, Hashable {
    /// The form is not from the portal or was open for too long.
    case formNotAccepted
    /// The request cannot be read as the portal's form.
    case malformed(HTTPResponse.Status)
    case notFound
    /// No try is left before this time has passed.
    case tooManyTries(retryAfter: Duration)
    /// The provider or the counter does not answer. It is unknown if a wallet was deleted.
    case unavailable
    /// An internal error.
    case unexpected

    /// Classifies an error. Its text is ignored, because it may quote received data.
    init(_ error: any Error) {
        switch error {
        case let problem as PortalProblem: self = problem
        case BodyRefusal.tooLarge: self = .malformed(.contentTooLarge)
        case is BodyRefusal: self = .malformed(.badRequest)
        case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
        case let error as any HTTPResponseError where error.status.kind == .clientError: self = .malformed(error.status)
        default: self = .unexpected
        }
    }

    var status: HTTPResponse.Status {
        switch self {
        case .formNotAccepted: .forbidden
        case .malformed(let status): status
        case .notFound: .notFound
        case .tooManyTries: .tooManyRequests
        case .unavailable: .serviceUnavailable
        case .unexpected: .internalServerError
        }
    }

    /// The name for the log.
    var name: String {
        switch self {
        case .formNotAccepted: "form_not_accepted"
        case .malformed: "malformed_request"
        case .notFound: "not_found"
        case .tooManyTries: "too_many_tries"
        case .unavailable: "unavailable"
        case .unexpected: "unexpected"
        }
    }

    /// The time after which to retry, in seconds.
    var retryAfter: Int? {
        switch self {
        case .tooManyTries(let duration): max(1, Int((duration / .seconds(1)).rounded(.up)))
        case .unavailable: 60
        default: nil
        }
    }
}
