// SPDX-License-Identifier: EUPL-1.2

/// A request of an organization and what became of it, in the history (UC6.3): names only, no values.
package struct SharingEvent: Sendable, Hashable {
    /// The fate of the request or of its answer.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The organization has received it.
        case delivered
        /// The organization has received it and refused it, or its session was over.
        case refused
        /// It was sent, and it is not known whether it has arrived.
        case mayHaveArrived
        /// It was made, and has not left the phone.
        case notSent
        /// The person stopped, or the time for an approval was over; nothing was shared. As for all that follow.
        case stopped
        /// The wallet has no card that answers the request.
        case missing
        /// The wallet was blocked by wrong PINs during the approval.
        case blocked
        /// The wallet refused the request; `reason` has the rule.
        case refusedByWallet
        /// Something changed after the approval was asked for; `reason` has the ``ApprovalChange``.
        case approvalVoid

        /// True if data have left the phone, or may have.
        package var hasLeft: Bool {
            switch self {
            case .delivered, .refused, .mayHaveArrived: true
            case .notSent, .stopped, .missing, .blocked, .refusedByWallet, .approvalVoid: false
            }
        }
    }

    /// A card that was shared from.
    package struct Card: Sendable, Hashable {
        /// The card, which may no longer exist.
        package let id: CardID
        /// The card's name at that time.
        package let name: LocalizedText
        /// The issuer's name at that time; empty in events of earlier versions of the app.
        package let issuerName: LocalizedText
        /// The names of the data; empty if only the possession of the card was shown. The mark … stands for those that were left out.
        package let claims: [AskedClaim]

        package init(id: CardID, name: LocalizedText, issuerName: LocalizedText = LocalizedText([]), claims: [AskedClaim]) {
            self.id = id
            self.name = name
            self.issuerName = issuerName
            self.claims = claims
        }
    }

    /// The organization's name at that time; empty if it was not known.
    package let organizationName: String
    /// The identifier of the legal person; nil if its certificate had none.
    package let organizationID: String?
    package let isLogin: Bool
    package let outcome: Outcome
    /// The cards that were shared from; empty unless an answer was made. One with the name … stands for those that were left out.
    package let cards: [Card]
    /// Why the organization's address for the browser was not followed, as a word for its developers, such as `relative`, `otherScheme` or
    /// `otherDevice`; never a part of the address. Nil if it was followed, or if it gave none.
    package let refusedAddress: String?
    /// True if the address was not followed because the request was on another device's screen, not because of the address itself
    /// (OpenID4VP 1.0 §14.2).
    package var isAddressForOtherDevice: Bool { refusedAddress == "otherDevice" }

    /// The organization as it was at that time; nil if it was not known, and in events of earlier versions of the app.
    package let organization: SharingOrganization?
    /// True if ``organization`` has no registration although the request had one, or may have had one: it could not be read or verified, no
    /// known registrar signed it, it was too large to keep, or the request was refused before. False in events of earlier versions of the app.
    package let leavesOutRegistration: Bool
    /// False for an event of an earlier version of the app, which kept only the organization's name and identifier.
    package let isWhole: Bool
    /// The way in which the request came; nil if it was not kept.
    package let arrival: SharingArrival?
    /// The data that were asked for, by the parts of the request; empty if they were not known.
    package let asked: [AskedData]
    /// The warnings that the person saw: the first 256, of a large event at least the first 8. Those that were left out have no mark.
    package let warnings: [SharingWarning]
    /// Why it ended so, as a word for its developers: the rule of a refusal, the raw value of an ``ApprovalChange``, or ``expired``; never a
    /// part of the request. Nil for other outcomes.
    package let reason: String?
    /// The reason of a request that was stopped because the time for an approval was over.
    package static let expired = "expired"
    /// True if it ended because its time was over, not because the person stopped.
    package var isExpired: Bool { outcome == .stopped && reason == Self.expired }

    package init(
        organizationName: String, organizationID: String?, isLogin: Bool, outcome: Outcome, cards: [Card], refusedAddress: String? = nil,
        organization: SharingOrganization? = nil, isWhole: Bool = false, arrival: SharingArrival? = nil, asked: [AskedData] = [],
        warnings: [SharingWarning] = [], reason: String? = nil, leavesOutRegistration: Bool = false
    ) {
        self.organizationName = organizationName
        self.organizationID = organizationID
        self.isLogin = isLogin
        self.outcome = outcome
        self.cards = cards
        self.refusedAddress = refusedAddress
        self.organization = organization
        self.isWhole = isWhole
        self.arrival = arrival
        self.asked = asked
        self.warnings = warnings
        self.reason = reason
        self.leavesOutRegistration = leavesOutRegistration
    }
}

/// One part of what an organization asked for, as the history keeps it: names only.
package struct AskedData: Sendable, Hashable {
    /// The types of card of which any would do, as in the request; empty if it named none. The mark … stands for those that were left out.
    package let types: [String]
    /// The names of the data; empty if only a card was asked for.
    package let claims: [AskedClaim]

    package init(types: [String], claims: [AskedClaim]) {
        self.types = types
        self.claims = claims
    }
}
