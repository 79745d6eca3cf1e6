// SPDX-License-Identifier: EUPL-1.2

/// The first step of an attempt to reach an HSM again. The raw values are labels of a metric.
package enum HSMRecoveryStep: String, Sendable, Hashable, CaseIterable {
    /// Log in again.
    case login
    /// Finalise and initialise the module, then log in.
    case initialisation
}

/// An event while an HSM is reached again, for log and metrics. Contains no secret.
package enum HSMRecoveryEvent: Sendable, Hashable {
    /// The step and the login succeeded. This does not prove yet that the HSM works.
    case connected(HSMRecoveryStep)
    /// The attempt failed. The next attempt follows after a pause; after `accessDenied` there is none.
    case failed(HSMRecoveryStep, HSMError)
    /// A running call does not return, so the HSM cannot be reached again. Reported once until the call has returned.
    case blocked
    /// The first call succeeded after at least one attempt.
    case recovered

    /// The event as a line of a log.
    package var sentence: String {
        switch self {
        case .connected(.login): "HSM: logged in again"
        case .connected(.initialisation): "HSM: module initialised again and logged in"
        case .failed(.login, _): "HSM: cannot log in again"
        case .failed(.initialisation, _): "HSM: cannot initialise the module again and log in"
        case .blocked: "HSM: a call does not return, so the module is not finalised; restart the server if this stays"
        case .recovered: "HSM: calls succeed again"
        }
    }

    /// The error of a failed attempt; otherwise nil.
    package var error: HSMError? { if case .failed(_, let error) = self { error } else { nil } }

    /// True for an event that an operator should see as an error.
    package var isFailure: Bool {
        switch self {
        case .failed, .blocked: true
        case .connected, .recovered: false
        }
    }
}
