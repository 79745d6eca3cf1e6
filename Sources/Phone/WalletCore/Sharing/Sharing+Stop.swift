// SPDX-License-Identifier: EUPL-1.2

import OpenID4VP
import OpenID4VPWallet
import PlatformSupport
import WalletConfiguration
import WalletInterface

/// The end without an answer. A known verifier gets the same bytes after a stop, for a missing card and for a blocked PIN (RPA_11).
extension Sharing {
    /// The time for telling a verifier.
    private static let patience: Duration = .seconds(4)

    /// Cancels the requests of a running start, and drops what was or is being signed. The stop itself follows in the mutex.
    func noteStop() {
        stops += 1
        unsent = nil
        endOfWait?.finish()
    }

    /// Waits for an answer to a request of the present start, until the person stops.
    ///
    /// - Returns: nil after a stop; the request is then cancelled.
    func untilStopped<Answer: Sendable>(_ request: @escaping @Sendable () async -> Answer) async -> Answer? {
        guard stops == stopsBeforeStart else { return nil }
        let (stream, end) = AsyncStream<Void>.makeStream()
        endOfWait = end
        defer { endOfWait = nil }
        return await withTaskGroup(of: Answer?.self) { group in
            group.addTask { await request() }
            group.addTask {
                for await _ in stream {}
                return nil
            }
            let first = await group.next().flatMap { $0 }
            group.cancelAll()
            return first
        }
    }

    /// Ends the session in any state, in the mutex of sharing. Without a session it does nothing.
    ///
    /// - Returns: where the person goes on.
    /// - Throws: `notRegistered`, a store error.
    func stop() async throws(WalletCoreError) -> SharingReturn {
        if let stored = try context.store.value(.sharing) {
            try settle(stored, stored.outcome)
            return SharingReturn(address: nil)
        }
        return await decline(.stopped, as: .stopped)
    }

    /// The message to the verifier of a session that has ended without an answer.
    struct Farewell: Sendable {
        let client: PresentationClient
        let request: WalletRequest
        let session: SessionType
        let settings: SharingSettings
    }

    /// Ends the live session and tells a known verifier, once.
    ///
    /// - Parameters:
    ///   - cause: why; a request that breaks a rule is declined with the rule's code.
    ///   - outcome: for the history, unless the wallet could not answer or refused the request. An erased wallet has none.
    ///   - reason: for the history, with `refusedByWallet`.
    func decline(
        _ cause: Decline, as outcome: SharingEvent.Outcome = .blocked, because reason: String? = nil
    ) async -> SharingReturn {
        guard let farewell = end(cause, as: outcome, because: reason) else { return SharingReturn(address: nil) }
        return await tell(farewell)
    }

    /// Ends the session before there is an answer, at once, also one that a running call begins or signs for. `tellAll` tells a known
    /// verifier. The parameters are those of `decline`.
    func endUnattended(_ cause: Decline, as outcome: SharingEvent.Outcome, because reason: String? = nil) {
        noteStop()
        if let farewell = end(cause, as: outcome, because: reason) { untold.append(farewell) }
        forget()
    }

    /// Ends the session of a wallet whose PIN is being replaced.
    func endWithoutPIN() { endUnattended(.blocked, as: .stopped) }

    /// Ends the session of a wallet that was revoked.
    func endForRevocation() { endUnattended(.blocked, as: .refusedByWallet, because: "wallet_revoked") }

    /// Tells the verifiers of the sessions that `endUnattended` has ended.
    func tellAll() async {
        while !untold.isEmpty { _ = await tell(untold.removeFirst()) }
    }

    /// Ends the live session and writes its event. A store that refuses the event does not prevent the end. The parameters are those of
    /// `decline`.
    ///
    /// - Returns: what its verifier is to be told; nil if it is told nothing.
    private func end(_ cause: Decline, as outcome: SharingEvent.Outcome, because reason: String? = nil) -> Farewell? {
        guard let live else { return nil }
        let isOver = !live.isAlive(at: context.trueNow)
        conclude(live, as: outcome, because: reason)
        var client: PresentationClient
        var told = cause
        switch live.judged {
        // An offer ends by itself with its time, and its verifier hears nothing. A later message would say that a card is missing.
        case .request where isOver: return nil
        case .request(let judged, _): client = judged
        case .refused(let judged?, let refusal):
            client = judged
            told = .refused(refusal)
        case .refused(nil, _): return nil
        }
        guard let request = client.decline(told) else { return nil }
        return Farewell(client: client, request: request, session: live.arrival, settings: live.settings)
    }

    private func tell(_ farewell: Farewell) async -> SharingReturn {
        var client = farewell.client
        let conversation = SharingConversation(network: context.bridges.network, settings: farewell.settings)
        var refusal: RedirectRefusal?
        do throws(NetworkError) {
            let reply = try await conversation.send(farewell.request, timeout: Self.patience)
            try? client.receiveReply(reply)
            refusal = PresentationClient.redirectRefusal(in: reply, farewell.session)
        } catch {
            client.noteLost()
        }
        guard case .finished(.declined(let redirect)) = client.step else { return SharingReturn(address: nil) }
        return SharingReturn(address: redirect?.text, isAddressDropped: refusal != nil)
    }
}
