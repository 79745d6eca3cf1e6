// SPDX-License-Identifier: EUPL-1.2

/// The approval of a person: an offer as it was shown, the cards chosen from it, and the warnings that were seen. Everything that is signed
/// is computed from it.
package struct SharingApproval: Sendable, Hashable {
    package let offer: SharingOffer.ID
    package let choice: SharingChoice
    /// Exactly the warnings of the choice (`SharingOffer.warnings(of:)`).
    package let acceptedWarnings: Set<SharingWarning>

    package init(offer: SharingOffer.ID, choice: SharingChoice, acceptedWarnings: Set<SharingWarning>) {
        self.offer = offer
        self.choice = choice
        self.acceptedWarnings = acceptedWarnings
    }

    /// An approval of an offer with all warnings of the choice.
    package init(of offer: SharingOffer, choice: SharingChoice) {
        self.init(offer: offer.id, choice: choice, acceptedWarnings: Set(offer.warnings(of: choice)))
    }
}

/// The outcome of sending an answer, for the first time or again (UC5.1/1.7, 14).
package enum SharingOutcome: Sendable, Hashable {
    /// The organization has received and accepted the answer. The session is over.
    case delivered(SharingReturn)
    /// The answer was made, but nothing of it has ever left the phone (1.7b, 1.7c). `sendSharing` tries again.
    case notSent(NotSentCause)
    /// This or an earlier attempt may have arrived: no reply came (14). `sendSharing` sends the same bytes again.
    case mayHaveArrived
    /// The organization has received the answer and refused it (1.7e). The session is over.
    case refusedByOrganization
    /// The organization has received the answer, and its session was over (1.7f). The session is over.
    case sessionOver
}

/// Why nothing has left the phone.
package enum NotSentCause: String, Sendable, Hashable, CaseIterable {
    /// The phone has no connection.
    case noInternet
    /// The organization's server cannot be reached.
    case serverUnreachable
}

/// Where the person goes on after an answer or a stop.
package struct SharingReturn: Sendable, Hashable {
    /// The `https` address that the organization gave, for the browser; always nil if the request came from another device. It can contain
    /// a code that grants access: never a part of a log.
    package let address: String?
    /// True if the organization gave an address that is not followed.
    package let isAddressDropped: Bool
    /// The number of the event of the answer in the history; nil after a stop, and if no history is kept.
    package let event: Int64?

    package init(address: String?, isAddressDropped: Bool = false, event: Int64? = nil) {
        self.address = address
        self.isAddressDropped = isAddressDropped
        self.event = event
    }
}
