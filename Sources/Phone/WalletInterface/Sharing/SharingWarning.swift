// SPDX-License-Identifier: EUPL-1.2

/// A warning that the person must have seen before an answer is given. An approval names every warning that it accepts.
package enum SharingWarning: Sendable, Hashable {
    /// The organization asks for more than it registered: these claims (UC5.1/11).
    case overAsking([AskedClaim])
    /// The organization's registration does not count, for this reason (UC5.1/12).
    case unverifiedRegistration(RegistrationProblem)
    /// The organization's certificate does not name the host that receives the answer (UC5.1/1.2).
    case noWebsiteHost
    /// The revocation status of this card is unknown (UC5.1/10.3).
    case statusUnknown(CardID)
    /// A picture of the person would be shared from this card, which is biometric data.
    case portrait(CardID)
}

/// Why a registration does not count (UC5.1/12.1).
package enum RegistrationProblem: String, Sendable, Hashable, CaseIterable {
    /// The request has none, or only an unsigned one.
    case absent
    /// It cannot be read, or the request has several.
    case malformed
    /// No registrar that the wallet knows has signed it.
    case untrusted
    /// It is not valid yet, or no longer.
    case outOfDate
    /// The registrar has withdrawn or suspended it.
    case withdrawn
    /// The registrar's list cannot be read now.
    case statusUnknown
    /// It is another organization's.
    case otherOrganization
}
