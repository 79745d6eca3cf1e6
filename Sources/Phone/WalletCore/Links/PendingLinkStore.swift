// SPDX-License-Identifier: EUPL-1.2

import Foundation
import WalletInterface

/// The store of the one pending link, which waits on disk until the wallet can act on it (threat T-U3).
///
/// The newest link wins. The lifetime of a link is configured, five minutes by default. Five minutes are long enough for an unlock, even
/// after a typing mistake and a short delay, and short enough for users to remember the tap. An expired link is removed from the phone
/// completely.
struct PendingLinkStore: Sendable {
    let store: SealedStore
    /// The patterns of the active configuration: a pending link must still match after a change.
    let patterns: [UniversalLinkPattern]
    /// The lifetime of a link, in seconds.
    let lifetime: TimeInterval
    /// True if an expired link leaves its date, so that it can be reported, unless it is the way back from a login. The link itself is
    /// removed in any case.
    let remembersExpiry: Bool

    /// A pending link with its visible part.
    struct Content: Sendable, Equatable {
        let visible: PendingLink
        let link: UniversalLink
    }

    // MARK: Decisions

    /// Returns the pending link of a record at a time; nil if it has expired or is no link of the wallet's.
    static func content(
        of stored: StoredLink, at now: Date, by patterns: [UniversalLinkPattern], lifetime: TimeInterval
    ) -> Content? {
        guard !hasExpired(stored, at: now, lifetime: lifetime),
            let link = stored.text.withText({ UniversalLink(recognising: $0, by: patterns) }), link.kind.rawValue == stored.kind
        else { return nil }
        return Content(
            visible: PendingLink(
                ticket: PendingLink.Ticket(name: stored.ticket), kind: link.kind, receivedAt: stored.receivedAt,
                expiresAt: stored.receivedAt.addingTimeInterval(lifetime), hasReplaced: stored.hasReplaced),
            link: link)
    }

    /// True if a link has waited for its whole lifetime. A time before the arrival counts as expired: setting the clock back must not keep
    /// a link alive.
    static func hasExpired(_ stored: StoredLink, at now: Date, lifetime: TimeInterval) -> Bool {
        !(0..<lifetime).contains(now.timeIntervalSince(stored.receivedAt))
    }

    /// Returns the record after a link arrived. The same link again keeps its identity, but its lifetime restarts.
    static func record(of link: UniversalLink, after content: Content?, at now: Date, ticket: String) -> StoredLink {
        let isSame = content?.link == link
        return StoredLink(
            ticket: isSame ? content?.visible.ticket.name ?? ticket : ticket, text: link.text, kind: link.kind.rawValue, receivedAt: now,
            hasReplaced: isSame ? content?.visible.hasReplaced ?? false : content != nil)
    }

    // MARK: The store

    /// Returns the pending link. An expired link is removed; if that fails, the next call removes it.
    ///
    /// - Throws: a store error.
    func content(at now: Date) throws(WalletCoreError) -> Content? {
        guard let stored = try store.value(.pendingLink) else { return nil }
        if let content = Self.content(of: stored, at: now, by: patterns, lifetime: lifetime) { return content }
        // The way back from a login cannot be opened again, and the flow that waits for it says itself that the login is over.
        let isReturn = stored.kind == UniversalLinkKind.authenticationRedirect.rawValue
        let isToReport = remembersExpiry && !isReturn && Self.hasExpired(stored, at: now, lifetime: lifetime)
        try? store.change { changes throws(WalletCoreError) in
            changes.remove(.pendingLink)
            if isToReport { try changes.set(.expiredLink, to: stored.receivedAt) }
        }
        return nil
    }

    /// Stores a link. An earlier link that has expired is not reported any more.
    ///
    /// - Parameter ticket: a unique name.
    /// - Throws: a store error; an earlier pending link then stays.
    func put(_ link: UniversalLink, at now: Date, ticket: String) throws(WalletCoreError) -> PendingLink {
        let record = Self.record(of: link, after: try content(at: now), at: now, ticket: ticket)
        try store.change { changes throws(WalletCoreError) in
            try changes.set(.pendingLink, to: record)
            changes.remove(.expiredLink)
        }
        guard let content = Self.content(of: record, at: now, by: patterns, lifetime: lifetime) else {
            throw WalletCoreError(.unexpected, "a link that was recognised is not recognised")
        }
        return content.visible
    }

    /// Removes the pending link.
    ///
    /// - Throws: a store error.
    func clear() throws(WalletCoreError) {
        try store.change { $0.remove(.pendingLink) }
    }
}
