// SPDX-License-Identifier: EUPL-1.2

/// The state of the session that shares data or logs in (UC5.1, UC5.2). Only ``answered(_:)`` survives the process.
package enum SharingState: Sendable, Hashable {
    /// There is no session.
    case none
    /// The request can be approved: `approveSharing`, then `sendSharing`. Also while an approval is signed and not sent.
    case offered(SharingOffer)
    /// The wallet cannot answer; `stopSharing` ends the session (UC5.1/9).
    case missing(MissingCards)
    /// The wallet refuses the request; `stopSharing` ends the session and tells an organization that is known.
    case refused(SharingRefusal)
    /// The answer was made, and it is not known to be received; `sendSharing` tries again, `stopSharing` leaves it (UC5.1/14).
    case answered(SentSharing)
}

/// A request that the wallet refuses.
package struct SharingRefusal: Sendable, Hashable {
    /// Why a request is refused.
    package enum Cause: Sendable, Hashable {
        /// The request breaks a rule. Without an organization it is not known who asks.
        case brokenRequest
        /// It asks for more than the organization registered, and the configuration refuses that: these claims (UC5.1/11).
        case overAsking([AskedClaim])
        /// The organization's registration does not count, and the configuration refuses that (UC5.1/12).
        case unverifiedRegistration(RegistrationProblem)
    }

    /// The organization, if its certificate and signature were verified (error Known Verifier); nil otherwise (error Unknown Verifier).
    package let organization: SharingOrganization?
    package let cause: Cause
    /// The rule that was broken, for the help desk and the organization's developers; never a part of the request.
    package let code: String
    package let isLogin: Bool

    package init(organization: SharingOrganization?, cause: Cause, code: String, isLogin: Bool) {
        self.organization = organization
        self.cause = cause
        self.code = code
        self.isLogin = isLogin
    }
}

/// An answer that was made and is not known to be received.
package struct SentSharing: Sendable, Hashable {
    /// The organization's name.
    package let organizationName: String
    package let isLogin: Bool
    package let arrival: SharingArrival
    /// False if nothing has left the phone for certain (UC5.1/1.7b, c); true if the data may have arrived (14).
    package let mayHaveArrived: Bool
    /// True while `sendSharing` can send the same bytes again.
    package let canResend: Bool
    /// The number of its event in the history, which is not there if the history was switched off when the answer was made.
    package let event: Int64

    package init(
        organizationName: String, isLogin: Bool, arrival: SharingArrival, mayHaveArrived: Bool, canResend: Bool, event: Int64
    ) {
        self.organizationName = organizationName
        self.isLogin = isLogin
        self.arrival = arrival
        self.mayHaveArrived = mayHaveArrived
        self.canResend = canResend
        self.event = event
    }
}
