// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletConfiguration
import WalletInterface

/// The approval of a stored answer. An answer that may have arrived can be sent again until its time is over. Of an answer that has not left
/// the phone only the approval counts, and it ends as one that was never sent: with a lock, the process, or a change since.
extension Sharing {
    /// A stored answer with what was approved.
    struct Attempt: Sendable {
        let number: Int64
        let answer: SignedAnswer
    }

    /// True if the same bytes can be sent again now.
    func canResend(_ stored: StoredSharing) -> Bool {
        stored.canResend(at: context.trueNow) && (stored.mayHaveArrived || isApproved(stored))
    }

    /// True if the approval of a stored answer still holds.
    private func isApproved(_ stored: StoredSharing) -> Bool {
        guard let attempt, attempt.number == stored.number, cards.lock.isOpen, cards.lock.epoch == attempt.answer.basis.lockEpoch,
            context.configuration.document.sharing == attempt.answer.basis.settings
        else { return false }
        return attempt.answer.copies.allSatisfy { isValid($0) }
    }

    /// True if the card of a spent copy is still there, and neither revoked nor expired.
    private func isValid(_ copy: UnusedCopy) -> Bool {
        guard let entry = try? cards.entry(copy.card) else { return false }
        switch entry.usability(as: copy.format, at: context.trueNow, maximumAge: context.maximumStatusAge) {
        case .usable, .statusUnknown, .noCopy: return true
        case .revoked, .suspended, .expired, .notYetValid: return false
        }
    }
}
