// SPDX-License-Identifier: EUPL-1.2

package import Foundation

/// The state of the session that issues cards, which survives the process (UC3.1).
package enum IssuanceState: Sendable, Hashable {
    /// There is no session.
    case none
    /// The user must log in at this address, in the phone's browser, before the deadline (1.2).
    case awaitingAuthentication(url: String, until: Date)
    /// The user has returned, and the issuer's data must be fetched: `resumeIssuance` continues (1.3).
    case retrieving
    /// The preview to accept or reject (1.4).
    case preview(IssuancePreview)
}

/// The card that an issuer offers. Nothing of it is stored before it is accepted.
package struct IssuancePreview: Sendable, Hashable {
    /// The card to be issued. Its identifier differs from the stored card's identifier.
    package let card: CardDetails

    package init(card: CardDetails) {
        self.card = card
    }
}

/// The outcome of accepting a preview (UC3.1/1.5, 1.6). A wrong PIN is an outcome, not an error; the preview then stays.
package enum IssuanceOutcome: Sendable, Hashable {
    /// The card is stored.
    case issued(CardID)
    /// The PIN was refused, for this reason; never `valid`.
    case refused(PINCheck)
}

/// The state of a PIN recovery, which survives the process (UC2.3.2).
package enum PINRecoveryState: Sendable, Hashable {
    /// There is no recovery.
    case none
    /// The user must log in at this address, in the phone's browser, before the deadline (1.3).
    case awaitingAuthentication(url: String, until: Date)
    /// The user has returned, and must be identified: `resumePINRecovery` continues.
    case retrieving
    /// The right person has returned: the new PIN can be chosen (1.4).
    case awaitingNewPIN
}

/// The outcome of completing a recovery.
package enum PINRecoveryOutcome: Sendable, Hashable {
    /// The new PIN is active, and the old PIN is not; the wallet is unlocked.
    case recovered
    /// The response was lost: the new PIN may be active. `unlock(pin:)` with it finds out; if it is not, the recovery must start again.
    case outcomeUnknown
}
