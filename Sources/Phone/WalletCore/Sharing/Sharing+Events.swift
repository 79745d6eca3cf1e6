// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import WalletInterface

/// Events of requests that got no answer, one for each session: what happened first. Nothing has left the phone, so a store that refuses such
/// an event prevents nothing.
extension Sharing {
    /// Ends the session without an answer, and writes its event.
    ///
    /// - Parameters:
    ///   - outcome: unless the wallet could not answer or refused the request, or its time was over before.
    ///   - reason: of `outcome`.
    func conclude(_ live: LiveSharing, as outcome: SharingEvent.Outcome, because reason: String? = nil) {
        if self.live?.number == live.number { self.live = nil }
        // A block is the outcome of an approval that began in time; a revocation needs none. The work is the same with the card and without.
        let isExpired = !live.isAlive(at: context.trueNow) && outcome != .blocked
        switch live.ending.state {
        case .offered: note(isExpired ? .stopped : outcome, of: live, because: isExpired ? SharingEvent.expired : reason)
        case .missing: note(.missing, of: live, because: nil)
        case .refused(let code): note(.refusedByWallet, of: live, because: code)
        }
    }

    /// Ends the session whose time is over, and writes its event. The verifier is told nothing.
    func expire(_ live: LiveSharing) { conclude(live, as: .stopped) }

    /// Writes the event of an approval that no longer holds. The session goes on, unless its time is over: then that came first.
    ///
    /// - Parameters:
    ///   - error: of the call; an error other than `approvalVoid` has no event.
    ///   - live: the session of the approval; without one there is no event.
    func noteVoid(_ error: WalletCoreError, of live: LiveSharing?) {
        guard case .sharing(.approvalVoid(let change)) = error.code, let live else { return }
        guard live.isAlive(at: context.trueNow) else { return expire(live) }
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

    /// Writes the event of a session that has none. A block and a refusal by the wallet are told also after a void approval.
    private func note(_ outcome: SharingEvent.Outcome, of live: LiveSharing, because reason: String?) {
        guard context.isPresent, live.number > lastNoted || [.blocked, .refusedByWallet].contains(outcome) else { return }
        if (try? context.write(event(of: live, outcome, because: reason))) != nil { lastNoted = live.number }
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
