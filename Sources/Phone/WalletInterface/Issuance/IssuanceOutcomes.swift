// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// Where the session that obtains cards is; it survives the process (UC3.1).
package enum IssuanceState: Sendable, Hashable {
    /// There is none.
    case none
    /// The person is to log in at this address, in the phone's browser, before that instant (1.2).
    case awaitingAuthentication(url: String, until: Date)
    /// The person is back, and what the issuer has is still to be fetched: `resumeIssuance` goes on (1.3).
    case retrieving
    /// What would be issued, to be shown and accepted or not (1.4).
    case preview(IssuancePreview)
}

/// What an issuer would issue, as the issuer says it; nothing of it is kept before it is accepted.
package struct IssuancePreview: Sendable, Hashable {
    /// The card as it would be. Its id is not that of a card that is kept.
    package let card: CardDetails
    /// Whether it takes the place of a card that is there.
    package let replacesCard: Bool

    /// What would be issued.
    package init(card: CardDetails, replacesCard: Bool) {
        self.card = card
        self.replacesCard = replacesCard
    }
}

/// What accepting yields (UC3.1/1.5, 1.6). A wrong PIN is an outcome, not an error; the preview is still there then.
package enum IssuanceOutcome: Sendable, Hashable {
    /// The card is there.
    case issued(CardID)
    /// The PIN was not accepted, for this reason; never `valid`.
    case refused(PINCheck)
}

/// Where the recovery of a PIN is; it survives the process (UC2.3.2).
package enum PINRecoveryState: Sendable, Hashable {
    /// There is none.
    case none
    /// The person is to log in at this address, in the phone's browser, before that instant (1.3).
    case awaitingAuthentication(url: String, until: Date)
    /// The person is back, and who it is is still to be found out: `resumePINRecovery` goes on.
    case retrieving
    /// The right person is back: the new PIN is to be chosen (1.4).
    case awaitingNewPIN
}

/// What completing a recovery yields.
package enum PINRecoveryOutcome: Sendable, Hashable {
    /// The new PIN is in force, and the old one is not; the wallet is unlocked.
    case recovered
    /// The answer was lost: the new PIN may be in force. `unlock(pin:)` with it finds out; when it is not, the recovery is to be begun again.
    case outcomeUnknown
}
