// SPDX-License-Identifier: EUPL-1.2

import HTTPTypes
import Hummingbird
import OpenID4VPVerifier
import ServerKit
import WalletVerifier

/// The reason why a request was refused, with what is told to the client and to the log.
///
/// Contains no received value.
struct VerifierProblem: Error, Sendable, Hashable {
    /// The status of the answer.
    let status: HTTPResponse.Status
    /// The code, for programs. Codes never change.
    let code: String
    /// The member at fault; nil if it is none.
    var member: String?
    /// The code of the error behind it, for the log alone.
    var detail: String?
    /// All faults of a party's request.
    var faults: [RequestFault] = []
    /// The time after which a repetition may succeed, in seconds.
    var retryAfter: Int64?
    /// The methods that the address takes, for status 405.
    var allowed: [HTTPRequest.Method] = []

    static let notFound = VerifierProblem(status: .notFound, code: "not_found")
    /// No API key, or an unknown one.
    static let unauthorized = VerifierProblem(status: .unauthorized, code: "unauthorized")
    static let mediaType = VerifierProblem(status: .unsupportedMediaType, code: "media_type")
    static let malformed = VerifierProblem(status: .badRequest, code: "malformed_request")

    /// The address takes other methods only.
    static func method(allowed: [HTTPRequest.Method]) -> VerifierProblem {
        VerifierProblem(status: .methodNotAllowed, code: "method_not_allowed", allowed: allowed)
    }

    init(
        status: HTTPResponse.Status, code: String, member: String? = nil, detail: String? = nil, faults: [RequestFault] = [],
        retryAfter: Int64? = nil, allowed: [HTTPRequest.Method] = []
    ) {
        self.status = status
        self.code = code
        self.member = member
        self.detail = detail
        self.faults = faults
        self.retryAfter = retryAfter
        self.allowed = allowed
    }

    /// Classifies an error. The text of an unknown error is ignored, because it may quote received data.
    init(_ error: any Error) {
        switch error {
        case let problem as VerifierProblem: self = problem
        case let error as DeskError: self.init(error)
        case let faults as RequestFaults: self.init(status: .badRequest, code: "request_faults", faults: faults.all)
        case let error as TooManyRequests:
            self.init(status: .tooManyRequests, code: "too_many_requests", retryAfter: error.seconds)
        case BodyRefusal.tooLarge: self.init(status: .contentTooLarge, code: "too_large")
        case is BodyRefusal: self = .malformed
        case let error as any HTTPResponseError where error.status == .notFound: self = .notFound
        case let error as any HTTPResponseError where error.status.kind == .clientError: self = .malformed
        default: self.init(status: .internalServerError, code: "unexpected", detail: "\(type(of: error))")
        }
    }

    private init(_ error: DeskError) {
        switch error {
        case .faults(let faults): self.init(status: .badRequest, code: "request_faults", faults: faults.all)
        case .refused(let refusal):
            self.init(
                status: refusal.reason.status, code: refusal.reason.rawValue, member: refusal.member, detail: refusal.detail,
                retryAfter: refusal.reason.retryAfter)
        case .store(let error):
            let isOutage = error.code == .unavailable || error.code == .outcomeUnknown
            self.init(
                status: isOutage ? .serviceUnavailable : .internalServerError, code: isOutage ? "unavailable" : "unexpected",
                detail: "store_\(error.code)", retryAfter: isOutage ? 2 : nil)
        }
    }
}

extension DeskRefusal.Reason {
    /// The status of the answer.
    var status: HTTPResponse.Status {
        switch self {
        case .notFound: .notFound
        case .tooManyOpen: .tooManyRequests
        case .busy: .serviceUnavailable
        case .otherBrowser, .responseCodeMissing, .responseCodeWrong: .forbidden
        case .sessionType, .linkForged, .walletNonce, .answer, .credentialRevoked, .statusUnknown: .badRequest
        case .linkExpired, .resultTaken: .gone
        case .ended, .fetchedByOther, .notFetched, .answeredBefore, .notAnswered: .conflict
        }
    }

    fileprivate var retryAfter: Int64? {
        switch self {
        case .tooManyOpen: 30
        case .busy: 1
        default: nil
        }
    }
}
