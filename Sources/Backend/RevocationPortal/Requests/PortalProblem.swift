// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import ServerKit

/// Why a request got another page than it asked for. What it says of the wallet holds: nothing was deleted, but for `unavailable`.
enum PortalProblem: Error, Sendable, Hashable {
    /// Not a form of ours, or one that was open for too long.
    case formNotAccepted
    /// Not readable as our form.
    case malformed(HTTPResponse.Status)
    /// There is no such page.
    case notFound
    /// No try is left for that long.
    case tooManyTries(retryAfter: Duration)
    /// The provider or the counter does not answer. Whether a wallet was deleted is not known.
    case unavailable
    /// A fault of ours.
    case unexpected

    /// Sorts an error. Its text is looked at nowhere: it may quote what was received.
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

    /// Its name in the log.
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

    /// After how many seconds to come back.
    var retryAfter: Int? {
        switch self {
        case .tooManyTries(let duration): max(1, Int((duration / .seconds(1)).rounded(.up)))
        case .unavailable: 60
        default: nil
        }
    }
}
