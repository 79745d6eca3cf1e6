// SPDX-License-Identifier: EUPL-1.2

import Foundation
import ObservedValues
import PlatformSupport
import WalletConfiguration
package import WalletInterface

extension Core {
    private static let ticketLength = 16

    /// Takes a link from the operating system or from a second process, and stores it in place of any earlier link. Does not act on
    /// it yet.
    ///
    /// - Parameter text: untrusted, of any length.
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error. The earlier link then remains.
    package func receive(link text: String) throws(WalletCoreError) -> LinkReception {
        let wallet = try admitted(.receiveLink)
        guard let link = UniversalLink(recognising: text, by: pendingLinkStore(wallet).patterns),
            LinkDecision.resolve(link, in: try linkState(wallet)) != .invalid
        else { return .invalid }
        let ticket = randomBytes(Self.ticketLength).map { String($0, radix: 16) }.joined(separator: ".")
        return .waits(try pendingLinkStore(wallet).put(link, at: wallet.context.now, ticket: ticket))
    }

    /// The pending link in the form that the user sees before the wallet acts on it; nil if no link is pending.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error.
    package func pendingLink() throws(WalletCoreError) -> PendingLink? {
        let wallet = try admitted(.pendingLink)
        return try pendingLinkStore(wallet).content(at: wallet.context.now)?.visible
    }

    /// Discards the pending link with this ticket. Does nothing if it is no longer pending.
    ///
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error.
    package func discardPendingLink(_ ticket: PendingLink.Ticket) throws(WalletCoreError) {
        let wallet = try admitted(.discardPendingLink)
        guard try content(ticket, wallet) != nil else { return }
        try pendingLinkStore(wallet).clear()
    }

    /// Decides about the pending link (PF2.7/1.2). Unless the decision is `waitsForUnlock`, the link is removed before this returns, so
    /// that a link is taken once even if the process is killed right after.
    ///
    /// - Returns: `noLink` also if a newer link has replaced the ticket's link; the newer link stays.
    /// - Throws: `platformMissing`, `notInitialized`, `versionBlocked`, or a store error; the link then remains pending.
    package func takePendingLink(_ ticket: PendingLink.Ticket) throws(WalletCoreError) -> LinkDecision {
        let wallet = try admitted(.takePendingLink)
        guard let content = try content(ticket, wallet) else { return .noLink }
        let decision = LinkDecision.resolve(content.link, in: try linkState(wallet))
        if decision != .waitsForUnlock { try pendingLinkStore(wallet).clear() }
        return decision
    }

    /// True if a link of a wallet with a PID has expired before it was taken, and the user does not know it yet. A newer link ends this.
    /// The way back from a login does not count: it cannot be opened again, and its flow reports the end of the login (UC3.1/1.2c,
    /// UC2.3.2/1.3c).
    ///
    /// - Throws: `locked`, `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error.
    package func hasExpiredLink() throws(WalletCoreError) -> Bool {
        let wallet = try admitted(.hasExpiredLink)
        // The link may have expired just now.
        guard try pendingLinkStore(wallet).content(at: wallet.context.now) == nil else { return false }
        return try wallet.store.value(.expiredLink) != nil
    }

    /// Confirms that the user has seen that a link has expired. Idempotent.
    ///
    /// - Throws: `notRegistered`, `platformMissing`, `notInitialized`, `versionBlocked`, `walletRevoked`; a store error, after which
    ///   the link is reported again.
    package func confirmExpiredLinkShown() throws(WalletCoreError) {
        try admitted(.confirmExpiredLinkShown).store.change { $0.remove(.expiredLink) }
    }

    private func content(_ ticket: PendingLink.Ticket, _ wallet: OpenWallet) throws(WalletCoreError) -> PendingLinkStore.Content? {
        guard let content = try pendingLinkStore(wallet).content(at: wallet.context.now), content.visible.ticket == ticket else {
            return nil
        }
        return content
    }

    private func pendingLinkStore(_ wallet: OpenWallet) -> PendingLinkStore {
        let configuration = wallet.context.configuration.document
        return PendingLinkStore(
            store: wallet.store, patterns: configuration.universalLinks.compactMap(UniversalLinkPattern.init),
            lifetime: TimeInterval(configuration.features.linkLifetimeSeconds), remembersExpiry: (try? hasPID()) ?? false)
    }

    /// The wallet's state that decides about a link.
    private func linkState(_ wallet: OpenWallet) throws(WalletCoreError) -> WalletSessionState {
        let session = try wallet.issuance.session().map { session -> WalletSessionState.Session in
            switch session.purpose {
            case .pid: .issuance(awaitsAuthentication: session.awaitsAuthentication)
            case .recovery: .pinRecovery(awaitsAuthentication: session.awaitsAuthentication)
            }
        }
        let sharing: WalletSessionState.Session? = try wallet.sharing.isBusy() ? .disclosure : nil
        return WalletSessionState(
            isRegistered: try wallet.store.value(.registration) != nil, hasPID: try hasPID(), isLocked: !lockKeeper.isOpen,
            session: session ?? sharing)
    }
}
