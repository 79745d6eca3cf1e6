// SPDX-License-Identifier: EUPL-1.2

import Foundation
import OpenID4VP
import OpenID4VPWallet
import StatusList
import WalletConfiguration
import WalletInterface

/// Shares data of cards with verifiers (UC5.1, UC5.2). There is at most one session: live in memory, or stored once there is an answer.
final class Sharing {
    let context: WalletContext
    let verifier: PINVerifier
    let cards: CardShelf
    /// The session before there is an answer. What was signed in it ends with it.
    var live: LiveSharing? {
        didSet { if live?.number != oldValue?.number { unsent = nil } }
    }
    /// The answer that was signed last, until it is stored.
    var unsent: Unsent?
    /// The answer that was stored last, until a lock.
    var attempt: Attempt?
    /// The number of the last session.
    var lastNumber = 0
    /// The number of the last session that has an event without an answer.
    var lastNoted = 0
    /// Raised when sessions are forgotten; a request whose fetch began before does not count.
    private(set) var epoch = 0
    /// Raised when the person stops, before the stop waits for the mutex. An answer whose signature began before is not sent.
    var stops = 0
    /// The stops before the present start.
    var stopsBeforeStart = 0
    /// The epoch of the present start; nil if none runs.
    private var epochOfStart: Int?
    /// Ends the wait for a request of the present start.
    var endOfWait: AsyncStream<Void>.Continuation?
    /// The verifiers of ended sessions that are not told yet. They are told in the background, best effort.
    var untold: [Farewell] = []
    /// The status lists of registrars that were fetched, by address. Shared between sessions, so that a registrar does not see each.
    var registrarLists: [String: CachedStatusList] = [:]
    /// The registrars' roots that vouched for the lists.
    var registrarRootsOfLists: [[UInt8]] = []

    init(_ verifier: PINVerifier, _ cards: CardShelf) {
        context = cards.context
        self.verifier = verifier
        self.cards = cards
    }

    // MARK: The session

    /// Forgets a session without an answer, which ends as a stop with its event; nothing was shared, and the verifier is not told.
    func forget() {
        if let live { conclude(live, as: .stopped) }
        epoch += 1
    }

    /// True if there is a session that another must not replace. A request that is being fetched counts, until the person stops.
    ///
    /// - Throws: a store error.
    func isBusy() throws(WalletCoreError) -> Bool {
        if epochOfStart == epoch, stopsBeforeStart == stops { return true }
        if live?.isAlive(at: context.trueNow) ?? false { return true }
        return try context.store.value(.sharing) != nil
    }

    /// - Throws: `sharing(.notConfigured)`.
    func settings() throws(WalletCoreError) -> SharingSettings {
        guard let settings = context.configuration.document.sharing else {
            throw WalletCoreError(.sharing(.notConfigured), "the configuration has no settings for sharing")
        }
        return settings
    }

    /// The live session, judged by the present configuration; nil if there is none or it is over. One whose time is over ends with its event.
    func current() async -> LiveSharing? {
        guard let known = live else { return nil }
        guard known.isAlive(at: context.trueNow) else {
            expire(known)
            return nil
        }
        guard let settings = context.configuration.document.sharing else { return nil }
        guard known.settings != settings else { return known }
        var again = await judgedAgain(known, by: settings)
        // During the wait, another call may have ended the session or shown its offer.
        guard let present = live, present.number == known.number else { return nil }
        again?.shown = present.shown
        again?.told = present.told
        live = again
        return again
    }

    /// The state of the session, with the cards as they are now.
    ///
    /// - Throws: `locked`, `notRegistered`, a store error.
    func state() async throws(WalletCoreError) -> SharingState {
        if let stored = try context.store.value(.sharing) { return .answered(stored.shown(canResend: canResend(stored))) }
        guard let live = await current() else { return .none }
        switch live.judged {
        case .refused(let client, let refusal):
            let told = ToldSharing(client, refusal)
            keep(told, of: live)
            return .refused(
                SharingRefusal(organization: told.organization, cause: .brokenRequest, code: refusal.description, isLogin: false))
        case .request(_, let received):
            let draft = try await draft(live, received)
            if let refusal = draft.refusal {
                keep(ToldSharing(draft, .refused(code: refusal.code)), of: live)
                return .refused(refusal)
            }
            guard let offer = draft.offer(expiresAt: context.phoneTime(at: live.deadline)) else {
                keep(ToldSharing(draft, .missing), of: live)
                return .missing(draft.missing)
            }
            keep(ToldSharing(draft, .offered), of: live)
            if self.live?.number == live.number { self.live?.shown = LiveSharing.Shown(id: offer.id, basis: draft.basis) }
            return .offered(offer)
        }
    }

    /// Keeps what the person is told of a session, for the history.
    private func keep(_ told: ToldSharing, of live: LiveSharing) {
        if self.live?.number == live.number { self.live?.told = told }
    }

    // MARK: The start

    /// Fetches and judges the request of a link, in the mutex of sharing. The same link again continues its session.
    ///
    /// - Throws: as `Core.startSharing`.
    func start(_ link: UniversalLink, _ arrival: SessionType) async throws(WalletCoreError) {
        let settings = try settings()
        guard try context.store.value(.sharing) == nil else {
            throw WalletCoreError(.sharing(.busy), "an answer that may have arrived waits")
        }
        if let live {
            if live.isAlive(at: context.trueNow) {
                guard live.link == link, live.arrival == arrival else { throw WalletCoreError(.sharing(.busy), "a session lives") }
                return
            }
            expire(live)
        }
        (epochOfStart, stopsBeforeStart) = (epoch, stops)
        defer { epochOfStart = nil }
        let received = try await receive(link, arrival, settings)
        guard context.isPresent else { throw WalletCoreError(.notRegistered, "the wallet was erased during the call") }
        guard epochOfStart == epoch else { throw WalletCoreError(.sharing(.noSession), "the session was forgotten during the call") }
        live = received
    }
}
