// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension WalletCore {
    /// The number of random bytes in a ticket.
    private static let ticketLength = 16

    /// Takes a link from the operating system, or from a second process that handed it over. It waits in the one slot, in the place of any
    /// link before it; nothing is done about it yet.
    ///
    /// - Parameter text: untrusted, of any length.
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error. What waited before still does.
    package func receive(link text: String) throws(WalletCoreError) -> LinkReception {
        let running = try admitted(.receiveLink)
        guard let link = UniversalLink(recognising: text, by: linkSlot(running).patterns),
            LinkDecision.resolve(link, in: try linkState(running)) != .invalid
        else { return .invalid }
        let ticket = randomBytes(Self.ticketLength).map { String($0, radix: 16) }.joined(separator: ".")
        return .waits(try linkSlot(running).put(link, at: running.bridges.clock.now, ticket: ticket))
    }

    /// The link that waits, as it is to be shown before it is acted on; nil when there is none.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error.
    package func pendingLink() throws(WalletCoreError) -> PendingLink? {
        let running = try admitted(.pendingLink)
        return try linkSlot(running).content(at: running.bridges.clock.now)?.visible
    }

    /// Throws that link away. When it does not wait any more nothing is done.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error.
    package func discardPendingLink(_ ticket: PendingLink.Ticket) throws(WalletCoreError) {
        let running = try admitted(.discardPendingLink)
        guard try content(ticket, running) != nil else { return }
        try linkSlot(running).clear()
    }

    /// Decides about that link (PF2.7/1.2). Unless the decision is `waitsForUnlock` the slot is empty before this returns: a link is taken
    /// once, also when the process is killed at once.
    ///
    /// - Returns: `noLink` also when another link has taken its place meanwhile; that one is left alone.
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error; the link then waits still.
    package func takePendingLink(_ ticket: PendingLink.Ticket) throws(WalletCoreError) -> LinkDecision {
        let running = try admitted(.takePendingLink)
        guard let content = try content(ticket, running) else { return .noLink }
        let decision = LinkDecision.resolve(content.link, in: try linkState(running))
        if decision != .waitsForUnlock { try linkSlot(running).clear() }
        return decision
    }

    private func content(_ ticket: PendingLink.Ticket, _ running: Running) throws(WalletCoreError) -> LinkSlot.Content? {
        guard let content = try linkSlot(running).content(at: running.bridges.clock.now), content.visible.ticket == ticket else {
            return nil
        }
        return content
    }

    private func linkSlot(_ running: Running) -> LinkSlot {
        let configuration = running.configuration.value.document
        return LinkSlot(
            store: running.store, patterns: configuration.universalLinks.compactMap(UniversalLinkPattern.init),
            lifetime: TimeInterval(configuration.features.linkLifetimeSeconds))
    }

    /// What the wallet is doing.
    private func linkState(_ running: Running) throws(WalletCoreError) -> WalletSessionState {
        let session = try issuanceSession(running).map { session -> WalletSessionState.Session in
            switch session.purpose {
            case .pid: .issuance(awaitsAuthentication: session.awaitsAuthentication)
            case .recovery: .pinRecovery(awaitsAuthentication: session.awaitsAuthentication)
            }
        }
        return WalletSessionState(
            isRegistered: try running.store.value(.registration) != nil, hasPID: try hasPID(), isLocked: !lockState.value.isOpen,
            session: session)
    }
}
