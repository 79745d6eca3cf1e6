// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OAuthMessages
import OpenID4VP
import OpenID4VPWallet
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// Sending: copies are spent, and event and answer are stored, before the first byte leaves the phone.
extension Sharing {
    /// Stores the signed answer, spends its copies and ends the live session, in one transaction. Nothing is sent yet.
    ///
    /// - Throws: `sharing` with `approvalVoid`, `noSession`, `sessionOver`: nothing is stored, and the signatures are dropped; a store
    ///   error, after which the signed answer stays if nothing was written.
    func store(_ answer: SignedAnswer) throws(WalletCoreError) -> StoredSharing {
        let now = context.trueNow
        let session = self.live
        do throws(WalletCoreError) {
            try requireStanding(answer, at: now)
        } catch {
            if case .sharing = error.code { unsent = nil }
            noteVoid(error, of: session)
            throw error
        }
        var writer = try EventWriter(context.store)
        var event = try self.event(answer, at: now)
        var stored: StoredSharing?
        do throws(WalletCoreError) {
            try context.store.change { changes throws(WalletCoreError) in
                guard let place = try cards.spend(answer.copies, writer: &writer, in: &changes) else { return }
                event.links = place.links
                let sending = StoredSharing(
                    number: place.number, event: event, url: answer.message.url.text, accept: answer.message.accept,
                    contentType: answer.message.contentType ?? "", body: Data(answer.message.body),
                    isSameDevice: answer.offer.arrival == .sameDevice, until: answer.deadline, mayHaveArrived: true,
                    isKept: writer.isKept ? nil : false)
                try writer.finish(&changes)
                try changes.set(.sharing, to: sending)
                stored = sending
            }
        } catch {
            // A write that failed late may be there. Then the request has its answer, and must not get another.
            if let stored, !isKnownAbsent(stored.number) { self.live = nil }
            throw error
        }
        guard let stored else {
            unsent = nil
            let error = Self.void(.cards)
            noteVoid(error, of: session)
            throw error
        }
        self.live = nil
        attempt = Attempt(number: stored.number, answer: answer)
        return stored
    }

    /// True if the store can be read and has no answer with this number.
    private func isKnownAbsent(_ number: Int64) -> Bool {
        do throws(WalletCoreError) {
            return try context.store.value(.sharing)?.number != number
        } catch {
            return false
        }
    }

    /// Sends the stored answer, for the first time or again.
    ///
    /// - Parameter isFirst: true if nothing of it was sent before; otherwise the outcome is never `notSent`.
    /// - Throws: `sharing(.notConfigured)`, `notRegistered`, a store error. The answer stays.
    func send(_ stored: StoredSharing, isFirst: Bool) async throws(WalletCoreError) -> SharingOutcome {
        guard let request = stored.request else { throw WalletCoreError(.storeDamaged, "an answer has no address") }
        let conversation = SharingConversation(network: context.bridges.network, settings: try settings())
        let answer: VerifierAnswer
        do throws(NetworkError) {
            answer = try await conversation.send(request)
        } catch {
            switch error {
            case .offline, .unreachable:
                // An earlier attempt may have arrived. The same is assumed if the store refuses the note that none has.
                guard isFirst, isNotedUnsent(stored) else { return .mayHaveArrived }
                return .notSent(error == .offline ? .noInternet : .serverUnreachable)
            default: return .mayHaveArrived
            }
        }
        switch PresentationClient.ending(after: answer, in: stored.session) {
        case .delivered(let redirect, let isDropped):
            let event = try settle(stored, .delivered, PresentationClient.redirectRefusal(in: answer, stored.session))
            return .delivered(SharingReturn(address: redirect?.text, isAddressDropped: isDropped, event: event))
        case .sessionOver:
            try settle(stored, .refused)
            return .sessionOver
        default:
            try settle(stored, .refused)
            return .refusedByOrganization
        }
    }

    /// Sends the stored answer again, in the mutex of sharing.
    ///
    /// - Throws: as `Core.sendSharing`.
    func resend(_ stored: StoredSharing) async throws(WalletCoreError) -> SharingOutcome {
        var stored = stored
        guard canResend(stored) else {
            throw WalletCoreError(.sharing(.sessionOver), "the time for sending, or the approval, is over")
        }
        let isFirst = !stored.mayHaveArrived
        if isFirst {
            try update(stored) { $0.mayHaveArrived = true }
            stored.mayHaveArrived = true
        }
        return try await send(stored, isFirst: isFirst)
    }

    // MARK: The store

    /// Notes that nothing of the answer has left the phone.
    ///
    /// - Returns: false if it cannot be noted, and the stored answer is one that may have arrived.
    private func isNotedUnsent(_ stored: StoredSharing) -> Bool {
        do throws(WalletCoreError) {
            try update(stored) { $0.mayHaveArrived = false }
            return true
        } catch {
            return false
        }
    }

    private func update(_ stored: StoredSharing, _ change: (inout StoredSharing) -> Void) throws(WalletCoreError) {
        guard context.isPresent, var present = try context.store.value(.sharing), present.number == stored.number else { return }
        change(&present)
        let changed = present
        try context.store.change { changes throws(WalletCoreError) in try changes.set(.sharing, to: changed) }
    }

    /// Writes the event with its outcome and removes the answer. If the history was switched off when the answer was made, the row only has
    /// links; a later switch changes nothing.
    ///
    /// - Parameter refusal: why the organization's address is not followed; nil if it is, or if it gave none.
    /// - Returns: the number of the event; nil if it is not kept.
    /// - Throws: `notRegistered`, a store error.
    @discardableResult
    func settle(
        _ stored: StoredSharing, _ outcome: SharingEvent.Outcome, _ refusal: RedirectRefusal? = nil
    ) throws(WalletCoreError) -> Int64? {
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased during the call") }
        let isKept = stored.isKept != false
        guard try context.store.value(.sharing)?.number == stored.number else { return isKept ? stored.number : nil }
        let event =
            try isKept ? stored.event(outcome, refusal) : HistoryReader(context.store).erased(stored.number, stored.linksOfErased)
        try context.store.change { changes throws(WalletCoreError) in
            try changes.set(.event(stored.number), to: event)
            changes.remove(.sharing)
        }
        return isKept ? stored.number : nil
    }
}
