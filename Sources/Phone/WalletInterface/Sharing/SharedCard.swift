// SPDX-License-Identifier: EUPL-1.2

/// A card that can answer a part of a request, with what it would share (UC5.1/4.2, 10.3).
package struct SharedCard: Sendable, Hashable {
    package let summary: CardSummary
    /// The data that would be shared, in the order of the request; empty if only the possession of the card is shown.
    package let claims: [SharedClaim]
    /// The warnings about sharing this card.
    package let warnings: [SharingWarning]

    package init(summary: CardSummary, claims: [SharedClaim], warnings: [SharingWarning]) {
        self.summary = summary
        self.claims = claims
        self.warnings = warnings
    }
}

/// A piece of data that would be shared, under the card's own name for it.
package struct SharedClaim: Sendable, Hashable {
    /// Path, label and value as on the card. The path is that of the card's claim, not that of the request.
    package let claim: CardClaim
    /// True if the claim is a picture of the person, which is biometric data.
    package let isPortrait: Bool

    package init(claim: CardClaim, isPortrait: Bool) {
        self.claim = claim
        self.isPortrait = isPortrait
    }
}

/// The name of a piece of data that was asked for, whether or not the wallet has it.
package struct AskedClaim: Sendable, Hashable {
    /// The name in the credential, outermost first; empty for the card itself.
    package let path: [String]
    /// The label of the wallet's card; empty if the wallet knows none.
    package let name: LocalizedText

    package init(path: [String], name: LocalizedText) {
        self.path = path
        self.name = name
    }
}
