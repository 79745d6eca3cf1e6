// SPDX-License-Identifier: EUPL-1.2

/// A request that the wallet cannot answer (UC5.1/9). The organization learns the same as from a stop.
package struct MissingCards: Sendable, Hashable {
    /// True if the request is a login (UC5.2/9).
    package let isLogin: Bool
    package let arrival: SharingArrival
    package let organization: SharingOrganization
    /// The warnings about the request and its sender, which are shown first (UC5.1/11, 12).
    package let warnings: [SharingWarning]
    /// All that was asked for, in the order of the request (9.2); at least one part is missing.
    package let parts: [AskedPart]

    package init(
        isLogin: Bool, arrival: SharingArrival, organization: SharingOrganization, warnings: [SharingWarning], parts: [AskedPart]
    ) {
        self.isLogin = isLogin
        self.arrival = arrival
        self.organization = organization
        self.warnings = warnings
        self.parts = parts
    }

    /// True if a renewed PID would help (9.1d).
    package var wouldRenewalHelp: Bool { parts.contains(where: \.wouldRenewalHelp) }
}

/// One part of a request that the wallet cannot answer as a whole.
package struct AskedPart: Sendable, Hashable {
    /// The data that was asked for; empty if only a card was.
    package let claims: [AskedClaim]
    /// Why no card answers it; nil if a card does.
    package let cause: MissingCause?
    /// The card that comes nearest, such as one that has expired; nil if there is none.
    package let card: CardSummary?
    /// True if the cause would be gone with a renewed PID.
    package let wouldRenewalHelp: Bool

    package init(claims: [AskedClaim], cause: MissingCause?, card: CardSummary?, wouldRenewalHelp: Bool) {
        self.claims = claims
        self.cause = cause
        self.card = card
        self.wouldRenewalHelp = wouldRenewalHelp
    }
}

/// The reason why no card answers a part of a request (UC5.1/9.1). The person is told; the organization is not.
package enum MissingCause: String, Sendable, Hashable, CaseIterable {
    /// There is no such card, or it lacks a claim or has another value.
    case notThere
    /// All cards are in other formats.
    case format
    /// The card is of an issuer that the organization does not accept.
    case issuer
    case revoked
    case suspended
    case expired
    case notYetValid
    /// Every copy was disclosed.
    case noCopy
}
