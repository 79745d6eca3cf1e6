// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import WalletInterface

/// Events of requests that got no answer. Nothing has left the phone, so a store that refuses such an event prevents nothing.
extension Sharing {
    /// Writes the event of a session that ends without an answer. A request that could be approved has expired if it is stopped after its time.
    ///
    /// - Parameters:
    ///   - outcome: unless the wallet could not answer or refused the request.
    ///   - reason: of `outcome`.
    func noteEnd(of live: LiveSharing, _ outcome: SharingEvent.Outcome, because reason: String? = nil) {
        let isExpired = outcome == .stopped && !live.isAlive(at: context.trueNow)
        switch live.ending.state {
        case .offered: note(outcome, of: live, because: isExpired ? SharingEvent.expired : reason)
        case .missing: note(.missing, of: live, because: nil)
        case .refused(let code): note(.refusedByWallet, of: live, because: code)
        }
    }

    /// Ends the session whose time is over, and writes its event. The verifier is told nothing.
    func expire(_ live: LiveSharing) {
        self.live = nil
        noteEnd(of: live, .stopped)
    }

    /// Writes the event of an approval that no longer holds, once.
    ///
    /// - Parameters:
    ///   - error: of the call; an error other than `approvalVoid` has no event.
    ///   - live: the session of the approval; without one there is no event.
    func noteVoid(_ approval: SharingApproval, _ error: WalletCoreError, of live: LiveSharing?) {
        guard case .sharing(.approvalVoid(let change)) = error.code, let live, lastVoid != approval else { return }
        lastVoid = approval
        note(.approvalVoid, of: live, because: change.rawValue)
    }

    /// The event of a session without an answer. A session whose time was over ended then, also if that is noticed later.
    ///
    /// - Throws: a store error.
    func event(of live: LiveSharing, _ outcome: SharingEvent.Outcome, because reason: String?) throws(WalletCoreError) -> StoredEvent {
        let language = try context.store.value(.language)
        var event = StoredEvent(.shared, at: min(context.trueNow, live.deadline))
        event.sharing = StoredSharingEvent(
            live.ending, SharingArrival(live.arrival), outcome, cards: [], reason: reason, language: language)
        return event
    }

    private func note(_ outcome: SharingEvent.Outcome, of live: LiveSharing, because reason: String?) {
        guard context.isPresent else { return }
        try? context.write(event(of: live, outcome, because: reason))
    }
}

extension StoredSharingEvent {
    /// A request and its outcome, within the limits. Of a party that is not known, no name and no host is kept.
    ///
    /// - Parameter language: the person's own language; nil for the phone's.
    init(
        _ told: ToldSharing, _ arrival: SharingArrival, _ outcome: SharingEvent.Outcome, cards: [Card], reason: String?, language: String?
    ) {
        let details = Details(told, arrival, reason: reason, language: language)
        self =
            StoredSharingEvent(
                organization: StoredText.shortened(told.organization?.name ?? ""),
                identifier: told.organization?.identifier.map(StoredText.shortened), isLogin: told.isLogin, outcome: outcome.rawValue,
                cards: cards, details: details
            ).limited
    }
}
