// SPDX-License-Identifier: EUPL-1.2

/// An answer to an organization, in the history (UC6.3): names only, no values.
package struct SharingEvent: Sendable, Hashable {
    /// The fate of the answer.
    package enum Outcome: String, Sendable, Hashable, CaseIterable {
        /// The organization has received it.
        case delivered
        /// The organization has received it and refused it, or its session was over.
        case refused
        /// It was sent, and it is not known whether it has arrived.
        case mayHaveArrived
        /// It was made, and has not left the phone.
        case notSent
    }

    /// A card that was shared from.
    package struct Card: Sendable, Hashable {
        /// The card, which may no longer exist.
        package let id: CardID
        /// The card's name at that time.
        package let name: LocalizedText
        /// The names of the data; empty if only the possession of the card was shown.
        package let claims: [AskedClaim]

        package init(id: CardID, name: LocalizedText, claims: [AskedClaim]) {
            self.id = id
            self.name = name
            self.claims = claims
        }
    }

    /// The organization's name at that time.
    package let organizationName: String
    /// The identifier of the legal person; nil if its certificate had none.
    package let organizationID: String?
    package let isLogin: Bool
    package let outcome: Outcome
    /// At least one.
    package let cards: [Card]
    /// Why the organization's address for the browser was not followed, as a word for its developers, such as `relative`, `otherScheme` or
    /// `otherDevice`; never a part of the address. Nil if it was followed, or if it gave none.
    package let refusedAddress: String?
    /// True if the address was not followed because the request was on another device's screen, not because of the address itself
    /// (OpenID4VP 1.0 §14.2).
    package var isAddressForOtherDevice: Bool { refusedAddress == "otherDevice" }

    package init(
        organizationName: String, organizationID: String?, isLogin: Bool, outcome: Outcome, cards: [Card], refusedAddress: String? = nil
    ) {
        self.organizationName = organizationName
        self.organizationID = organizationID
        self.isLogin = isLogin
        self.outcome = outcome
        self.cards = cards
        self.refusedAddress = refusedAddress
    }
}
