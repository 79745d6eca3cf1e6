// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import OpenID4VPWallet
import WalletConfiguration
import WalletInterface

/// A signed answer between the PIN's check and the first attempt to send it. It is in memory only, and holds for as long as the approval.
extension Sharing {
    /// An answer that was signed and not stored yet. Dropped, it has never existed.
    struct SignedAnswer: Sendable {
        let message: WalletRequest
        let copies: [UnusedCopy]
        let basis: OfferBasis
        let approval: SharingApproval
        let offer: SharingOffer
        let deadline: Date
    }

    /// The rest of a signed approval.
    enum Unsent: Sendable {
        case signed(SignedAnswer)
        /// A lock has dropped the answer.
        case droppedByLock
    }

    /// Keeps a signed answer until it is stored.
    ///
    /// - Throws: as `requireStanding`; the answer is then dropped.
    func keep(_ answer: SignedAnswer) throws(WalletCoreError) {
        let session = live
        do throws(WalletCoreError) {
            try requireStanding(answer, at: context.trueNow)
        } catch {
            noteVoid(error, of: session)
            throw error
        }
        unsent = .signed(answer)
    }

    /// Drops the signed answer under the lock, and the approval of one that has not left the phone. A session whose time is over ends.
    func hide() {
        attempt = nil
        guard case .signed? = unsent else { return }
        unsent = .droppedByLock
        noteVoid(Self.void(.locked), of: live)
    }

    /// The signed answer that was kept.
    ///
    /// - Throws: `sharing` with `noSession`; `approvalVoid(.locked)` if a lock has dropped it.
    func kept() throws(WalletCoreError) -> SignedAnswer {
        switch unsent {
        case .signed(let answer)?: return answer
        case .droppedByLock?: throw Self.void(.locked)
        case nil: throw Self.noSession
        }
    }

    /// Throws unless everything is as it was approved: the lock, the session and its time, the configuration, the offer and the cards.
    /// A session whose time is over ends.
    ///
    /// - Throws: `notRegistered`; `sharing` with `approvalVoid`, `noSession`, `sessionOver`; a store error.
    func requireStanding(_ answer: SignedAnswer, at now: Date) throws(WalletCoreError) {
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased during the call") }
        guard cards.lock.isOpen, cards.lock.epoch == answer.basis.lockEpoch else { throw Self.void(.locked) }
        guard let live, live.number == answer.basis.session else { throw Self.noSession }
        guard live.isAlive(at: now) else {
            expire(live)
            throw WalletCoreError(.sharing(.sessionOver), "the time for an approval is over")
        }
        guard context.configuration.document.sharing == answer.basis.settings else { throw Self.void(.configuration) }
        // The person has seen another offer since.
        guard let shown = live.shown, shown.id == answer.approval.offer else {
            throw Self.void(live.shown.flatMap { $0.basis.change(from: answer.basis) } ?? .request)
        }
        try requireUnchanged(answer, at: now)
    }

    /// The cards may have been revoked or have expired since the PIN's check began.
    private func requireUnchanged(_ answer: SignedAnswer, at now: Date) throws(WalletCoreError) {
        for copy in answer.copies {
            let offered = answer.basis.copies.first { $0.card == copy.card && $0.format == copy.format }
            guard let entry = try cards.entry(copy.card), entry.nextCopy(as: copy.format) == copy.name,
                entry.usability(as: copy.format, at: now, maximumAge: context.maximumStatusAge) == offered?.usability
            else { throw Self.void(.cards) }
        }
    }
}
